import type { Phrase } from '../../texts/phrase.ts';

/** A message in one language, independent of its format: HTML, plain text or Slack. */
export interface MessageBody {
  readonly subject: Phrase;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'words'; readonly words: Phrase }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  /** The first column is the row's heading. */
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
