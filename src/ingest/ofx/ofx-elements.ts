/** Takes the elements of an OFX document. In the older form a value has no end tag. */
export interface OfxSink {
  open(name: string): void;
  close(name: string): void;
  /** The text after a tag, without blanks around it and with its entities replaced. */
  value(text: string): void;
}

/** A text that is not OFX. */
export class OfxError extends Error {}

const MOST_NAME = 100;
const LESS_THAN = '<';
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const CDATA = '<![CDATA[';

/**
 * Cuts OFX into tags and texts, bit by bit; of either form, because the newer differs only by its end tags. Document types are
 * skipped, so that no entity of theirs is expanded.
 */
export class OfxElements {
  readonly #sink: OfxSink;
  readonly #mostText: number;
  #rest = '';

  /** @param mostText longest text or tag, in characters */
  constructor(sink: OfxSink, mostText: number) {
    this.#sink = sink;
    this.#mostText = mostText;
  }

  /** Throws OfxError. */
  write(text: string): void {
    const all = this.#rest + text;
    let at = 0;
    for (;;) {
      const end = this.#take(all, at);
      if (end === undefined) break;
      this.#check(end - at);
      at = end;
    }
    this.#rest = all.slice(at);
    this.#check(this.#rest.length);
  }

  /** Whether a part has ended or not, so that the result does not depend on how the bytes arrive. */
  #check(length: number): void {
    if (length > this.#mostText) throw new OfxError(`a text of more than ${this.#mostText} characters`);
  }

  /** Takes the tag or text at a place. @returns where the next begins; undefined if it has not ended yet */
  #take(all: string, at: number): number | undefined {
    if (all[at] !== LESS_THAN) {
      const end = all.indexOf(LESS_THAN, at);
      if (end === -1) return undefined;
      this.#value(unescaped(all.slice(at, end)));
      return end;
    }
    if (all.length < at + CDATA.length && CDATA.startsWith(all.slice(at))) return undefined;
    if (all.startsWith(CDATA, at)) {
      const end = all.indexOf(']]>', at);
      if (end === -1) return undefined;
      this.#value(all.slice(at + CDATA.length, end));
      return end + 3;
    }
    const mark = all.startsWith('<!--', at) ? '-->' : '>';
    const end = all.indexOf(mark, at);
    if (end === -1) return undefined;
    this.#tag(all.slice(at + 1, end));
    return end + mark.length;
  }

  #value(text: string): void {
    const value = text.trim();
    if (value !== '') this.#sink.value(value);
  }

  #tag(tag: string): void {
    if (tag.startsWith('?') || tag.startsWith('!')) return;
    const isEnd = tag.startsWith('/');
    const name = (isEnd ? tag.slice(1) : tag)
      .trim()
      .replace(/\s[\s\S]*$|\/$/, '')
      .toUpperCase();
    if (name.length > MOST_NAME || !/^[\w.:-]+$/.test(name)) throw new OfxError('a tag that is none');
    if (isEnd) this.#sink.close(name);
    else this.#sink.open(name);
    if (!isEnd && tag.endsWith('/')) this.#sink.close(name);
  }
}

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi,
    (all, decimal, hexadecimal, name) => {
      if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? all;
      const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
      const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : all;
    },
  );
}
