import { StringDecoder } from 'node:string_decoder';

/** Rows as aligned columns; the named ones are right-aligned. */
export function textTable(
  header: readonly string[],
  rows: readonly string[][],
  right: readonly string[],
): string {
  const all = [[...header], ...rows];
  const widths = header.map((_, index) => Math.max(...all.map((row) => row[index]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, index) =>
          right.includes(header[index]!) ? cell.padStart(widths[index]!) : cell.padEnd(widths[index]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A text wrapped at a width; lines after the first are indented. */
export function wrapped(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && `${line} ${word}`.length <= width - indent.length)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${indent}`);
}

/** 1234567 as 1,234,567. */
export function grouped(count: number | string): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** `1 order`, `2 orders`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** What a terminal obeys instead of showing it: control characters, marks of direction, separators of lines and paragraphs. */
const OBEYED = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const OBEYED_OR_LINE_BREAK = new RegExp(`\\r?\\n|${OBEYED.source}`, 'g');

/** Text of a log made safe for a terminal: what it would obey is shown as escapes. */
export function plain(text: string): string {
  return text.replace(OBEYED, escaped);
}

/**
 * A text file made safe for a terminal: what it would obey is shown as escapes, except line breaks. The escapes are those of JSON,
 * so that JSON stays the same.
 */
export function linesForTerminal(text: string): string {
  return text.replace(OBEYED_OR_LINE_BREAK, (one) => (one.endsWith('\n') ? one : escaped(one)));
}

interface TerminalBlocks {
  write(block: string | Buffer): string;
  /** What is held back until the text ends: half of a line break, or of a character. */
  end(): string;
}

/** Makes the blocks of one text file safe for a terminal, wherever it is cut. */
export function blocksForTerminal(): TerminalBlocks {
  const decoder = new StringDecoder('utf8');
  let held = '';
  return {
    write: (block) => {
      const text = held + (typeof block === 'string' ? block : decoder.write(block));
      held = text.endsWith('\r') ? '\r' : '';
      return linesForTerminal(text.slice(0, text.length - held.length));
    },
    end: () => linesForTerminal(held + decoder.end()),
  };
}

function escaped(one: string): string {
  return `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A word quoted for a shell unless it is plainly safe. */
export function quoted(word: string): string {
  return /^[\w.@%+=:,/-]+$/.test(word) && !word.startsWith('-')
    ? word
    : `'${plain(word).replaceAll("'", "'\\''")}'`;
}
