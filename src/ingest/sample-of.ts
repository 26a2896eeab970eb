import type { Session } from '../database/store.ts';
import type { Settings } from '../settings/schema.ts';
import { proposeAbsent } from './propose-absent.ts';
import type { StagedSource } from './stage-source.ts';
import { type SourceSample, sampleStaged } from './staging/sample.ts';
import { proveStatement } from './statement-proof.ts';

/** What the source that has just been staged would become, for a person who checks a mapping. */
export async function sampleOf(
  session: Session,
  settings: Settings,
  most: number | undefined,
  { fields, unread, statements }: StagedSource,
): Promise<SourceSample> {
  const sample = await sampleStaged(session, most, proposeAbsent(fields, settings), unread);
  const proof = statements === 0 ? undefined : await proveStatement(session, settings);
  return proof === undefined ? sample : { ...sample, proof };
}
