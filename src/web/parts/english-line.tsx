/** A line that is in English on a page of any language, such as what a fault found. */
export function EnglishLine({ text }: { readonly text: string }) {
  return (
    <p lang="en" dir="ltr">
      {text}
    </p>
  );
}
