/** What a page shows, read from its HTML without a browser. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The text of a part of a page, with single spaces. */
export function textOf(html: string): string {
  const plain = html.replace(/<[^>]*>/g, ' ').replace(/&(?:amp|lt|gt|quot|#39);/g, (one) => ENTITIES[one]!);
  // A no-break space, as in money, is a space here.
  return plain.replace(/\s+/g, ' ').trim();
}

/** The part of a page from a text up to another after it. */
export function partOf(html: string, from: string, to: string): string {
  const start = html.indexOf(from);
  if (start === -1) throw new Error(`the page has no ${from}`);
  const end = html.indexOf(to, start + from.length);
  return html.slice(start, end === -1 ? undefined : end);
}

/** The cells of a table's rows below its head. */
export function bodyRows(table: string): string[][] {
  const body = partOf(table, '<tbody>', '</tbody>');
  return [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell]) => textOf(cell!)),
  );
}

/** Addresses of the links of a part of a page. */
export function linksOf(html: string): string[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, address]) => textOf(address!));
}
