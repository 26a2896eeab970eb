import type { StatedKind } from './statement-fields.ts';

/** The records of the interface. */
export type LoggedKind = 'pay-in' | 'callback';

export type RecordKind = LoggedKind | StatedKind;

/** Kinds of records, as commands and the library name them. */
export const KIND_NAMES = ['pay-ins', 'callbacks', 'statements', 'bank'] as const;
/** Kinds of the rows of a table, as the settings name them. */
export const TABLE_KINDS = ['pay-ins', 'callbacks', 'statement', 'bank'] as const;

/** The kinds of records that a file can hold. */
export type KindName = (typeof KIND_NAMES)[number];
export type TableKind = (typeof TABLE_KINDS)[number];

const KINDS: Readonly<Record<KindName | TableKind, RecordKind>> = {
  'pay-ins': 'pay-in',
  callbacks: 'callback',
  statements: 'statement',
  statement: 'statement',
  bank: 'bank',
};

/** The kind that a command, a function of the library or a setting names. */
export function recordKind(name: KindName | TableKind): RecordKind;
export function recordKind(name: KindName | TableKind | undefined): RecordKind | undefined;
export function recordKind(name: KindName | TableKind | undefined): RecordKind | undefined {
  return name === undefined ? undefined : KINDS[name];
}

/** Each kind as the settings name it. */
export const TABLE_KIND_OF: Readonly<Record<RecordKind, TableKind>> = {
  'pay-in': 'pay-ins',
  callback: 'callbacks',
  statement: 'statement',
  bank: 'bank',
};
