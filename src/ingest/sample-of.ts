import type { Session } from '../database/store.ts';
import type { Settings } from '../settings/schema.ts';
import { bankReferences } from './bank-references.ts';
import { proposeAbsent } from './propose-absent.ts';
import type { StagedSource } from './stage-source.ts';
import { type SourceSample, sampleStaged } from './staging/sample.ts';
import { proveStatement } from './statement-proof.ts';
import { unmappedWords } from './unmapped-words.ts';

/** What the source that has just been staged would become, for a person who checks a mapping. */
export async function sampleOf(
  session: Session,
  settings: Settings,
  most: number | undefined,
  { fields, unread, statements, bankRows }: StagedSource,
): Promise<SourceSample> {
  const sample = await sampleStaged(session, most, proposeAbsent(fields, settings), unread);
  const words = statements === 0 ? undefined : await unmappedWords(session, settings);
  const proof = statements === 0 ? undefined : await proveStatement(session, settings);
  const references = bankRows === 0 ? undefined : await bankReferences(session);
  return {
    ...sample,
    ...(words === undefined ? {} : { words }),
    ...(proof === undefined ? {} : { proof }),
    ...(references === undefined ? {} : { references }),
  };
}
