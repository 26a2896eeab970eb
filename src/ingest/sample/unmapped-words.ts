import { ROW_WORDS } from '../../contract/statement-fields.ts';
import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { issuerFormat } from '../../normalise/issuer.ts';
import { statedWord } from '../../normalise/normalise-statement.ts';
import type { Settings } from '../../settings/schema.ts';
import { counted, grouped, plain } from '../../terminal-text.ts';
import { isWord, MOST_WORDS, OPEN_WORD, proposeWords } from '../csv/stated-words.ts';
import { entryLine } from '../csv/unknown-columns.ts';

/** The words of a table's types, or statuses, that the settings do not map. */
export interface UnmappedWords {
  /** The table of the setting map, or the source. */
  readonly table: string;
  readonly field: keyof typeof ROW_WORDS;
  /** The most frequent first; none if there are too many for words. What a word commonly means is a proposal. */
  readonly words: ReadonlyArray<{
    readonly text: string;
    readonly rows: number;
    readonly means: string | null;
  }>;
  /** How many different texts are not listed, since they look like no words. */
  readonly more: number;
  /** What to write in the table, in YAML, with what is there already; null if no word is listed. */
  readonly set: string | null;
}

interface CountedText {
  readonly issuer: string;
  readonly field: string;
  readonly text: string;
  readonly rows: number;
}

/** The words of the staged rows of statements that the settings do not map. */
export async function unmappedWords(session: Session, settings: Settings): Promise<UnmappedWords[]> {
  const { rows } = await runSqlFile<CountedText>(session, 'ingest/122_words_of_statement.sql');
  const unmapped = rows.filter(({ issuer, field, text }) => {
    const format = issuerFormat(settings, issuer, 'statement') ?? {};
    return statedWord(text, format, fieldOf(field)) === undefined;
  });
  const groups = Map.groupBy(unmapped, ({ issuer, field }) => JSON.stringify([issuer, field]));
  return [...groups.values()].map((texts) => ofField(texts, settings));
}

function fieldOf(name: string): keyof typeof ROW_WORDS {
  return name === 'type' ? 'type' : 'status';
}

function ofField(texts: readonly CountedText[], settings: Settings): UnmappedWords {
  const { issuer: table } = texts[0]!;
  const field = fieldOf(texts[0]!.field);
  const shown = texts.length > MOST_WORDS ? [] : texts.filter(({ text }) => isWord(text));
  const words = issuerFormat(settings, table, 'statement')?.words ?? {};
  const [name = field, mapped = {}] =
    Object.entries(words).find(([one]) => one.toLowerCase().split('.').at(-1) === field) ?? [];
  const means = proposeWords(
    field,
    shown.map(({ text }) => text),
  );
  const named = { words: { [name]: { ...mapped, ...means } } };
  return {
    ...{ table, field, more: texts.length - shown.length },
    words: shown.map(({ text, rows }) => ({
      text,
      rows,
      means: means[text] === OPEN_WORD ? null : means[text]!,
    })),
    set: shown.length === 0 ? null : entryLine(named),
  };
}

/** The words with what to set, for a person. */
export function unmappedWordsText({ field, words, more, set }: UnmappedWords): string[] {
  if (set === null) {
    return [
      `  ${grouped(more)} different texts of ${field} are in no words of the settings: another column may be the ${field}`,
    ];
  }
  const named = words.map(({ text, rows }) => `${plain(text)} (${counted(rows, 'row')})`).join(', ');
  const others = more === 0 ? '' : `, and ${grouped(more)} that are no words`;
  return [
    `  words of ${field} that the settings do not map: ${named}${others}`,
    `    to do: in the table's entry of map (or the source), set ${set}`,
    ...(words.some(({ means }) => means === null)
      ? [`    ${OPEN_WORD} is one of ${ROW_WORDS[field].join(', ')}`]
      : []),
  ];
}
