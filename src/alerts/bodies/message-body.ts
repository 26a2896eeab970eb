import type { Phrase } from '../templates/phrase.ts';

/** A message in one language, before it is known how it is written: mail, plain text or Slack. */
export interface MessageBody {
  readonly subject: Phrase;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'words'; readonly words: Phrase }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  /** The first column names the row. */
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly Phrase[][] }
  | { readonly kind: 'link'; readonly label: string; readonly url: string };

export interface Item {
  readonly title: Phrase;
  readonly lines: readonly Phrase[];
}

export interface Column {
  readonly name: string;
  readonly isFigure: boolean;
}
