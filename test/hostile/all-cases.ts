import type { FileCase, LineCase } from './case.ts';
import { AMOUNTS } from './cases/amounts.ts';
import { FILES } from './cases/files.ts';
import { IDENTIFIERS } from './cases/identifiers.ts';
import { NO_RECORDS } from './cases/lines.ts';
import { NAME_CASES } from './cases/names.ts';
import { ODD_LINES } from './cases/odd-lines.ts';
import { STATEMENTS } from './cases/statements.ts';
import { TABLES } from './cases/tables.ts';
import { TIMES } from './cases/times.ts';

export const LINE_CASES: readonly LineCase[] = [
  ...AMOUNTS,
  ...TIMES,
  ...IDENTIFIERS,
  ...NO_RECORDS,
  ...ODD_LINES,
];
export const FILE_CASES: readonly FileCase[] = [...NAME_CASES, ...FILES, ...TABLES, ...STATEMENTS];
export const ALL_CASES: readonly (FileCase | LineCase)[] = [...LINE_CASES, ...FILE_CASES];
