/** A Markdown table. */
export function table(header: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cellText).join(' | ')} |`;
  return [line(header), `|${header.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** A Markdown code block. */
export function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

/** A word or value as inline code. */
export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

/** A generated page, with a note at its top that says where it comes from so that nobody edits it by hand. */
export function generatedPage(title: string, ...blocks: readonly string[]): string {
  return `${[`# ${title}`, '<!-- Made by npm run generate. Do not edit. -->', ...blocks].join('\n\n')}\n`;
}

function cellText(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
