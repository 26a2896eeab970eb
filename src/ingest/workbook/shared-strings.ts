import { readXml } from './read-xml.ts';
import type { ZipParts } from './zip-parts.ts';

/** The texts that cells refer to by their numbers. */
export async function readSharedStrings(
  parts: ZipParts,
  part: string | undefined,
): Promise<readonly string[]> {
  const strings: string[] = [];
  if (part === undefined || !parts.has(part)) return strings;
  const text = new TextCollector();
  await readXml(parts.text(part), {
    open(name) {
      if (name === 'si') text.begin();
      text.open(name);
    },
    text: (piece) => text.add(piece),
    close(name) {
      text.close(name);
      if (name === 'si') strings.push(text.end());
    },
  });
  return strings;
}

/** The text of a cell out of its elements: runs of text together, without the reading aids of East Asian scripts. */
export class TextCollector {
  #text = '';
  #isText = false;
  #isAid = false;

  begin(): void {
    this.#text = '';
  }

  open(name: string): void {
    if (name === 'rPh') this.#isAid = true;
    this.#isText = name === 't' && !this.#isAid;
  }

  add(piece: string): void {
    if (this.#isText) this.#text += piece;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isAid = false;
    this.#isText = false;
  }

  end(): string {
    return unescaped(this.#text);
  }
}

/** Characters that XML does not allow are written as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
