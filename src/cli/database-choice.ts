import { didYouMean } from '../did-you-mean.ts';
import { Fault } from '../errors.ts';
import { holdsPassword, isPostgresUrl } from '../settings/database-url.ts';
import { nameText } from '../settings/mistake.ts';
import type { Settings } from '../settings/schema.ts';

type DatabaseSettings = Partial<Pick<Settings, 'databaseUrl' | 'databaseUrlFile' | 'databaseUrlCommand'>>;

const WORDS = ['embedded', 'env', 'file', 'command'];
const EXPECTED = 'embedded, env, file:PATH, command:PROGRAM, or postgresql://user@host:5432/database';

/**
 * The settings that locate the database; they never contain a password.
 * @param text `embedded` or `env` (both need no setting), `file:PATH`, `command:PROGRAM ARGUMENT…`, or an address
 * @throws Fault USAGE
 */
export function readDatabaseChoice(text: string): DatabaseSettings {
  if (text === 'embedded' || text === 'env') return {};
  const [, way, rest] = /^(file|command):(.*\S.*)$/s.exec(text) ?? [];
  if (way === 'file') return { databaseUrlFile: rest! };
  if (way === 'command') return { databaseUrlCommand: rest!.trim().split(/\s+/) };
  if (isPostgresUrl(text)) {
    if (!holdsPassword(text)) return { databaseUrl: text };
    throw new Fault('USAGE', {
      where: '--database',
      found: 'an address with a password',
      expected: EXPECTED,
      remedy: 'Keep it in DATABASE_URL (env), in a file, behind a command, in PGPASSWORD or in ~/.pgpass.',
    });
  }
  const hint = didYouMean(text.split(':')[0]!, WORDS);
  throw new Fault('USAGE', {
    where: '--database',
    found: nameText(text),
    expected: EXPECTED,
    ...(hint === undefined ? {} : { remedy: hint }),
  });
}
