import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { JudgedRun } from '../../src/reconcile/run.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { Settings } from '../../src/settings/schema.ts';
import { READ_AT } from '../ingest/reading.ts';

/** Noon of the day after the simulated one. */
export const AS_OF = { seconds: Date.parse('2026-11-20T12:00:00Z') / 1000, micros: 0 };

/** Settings by which many orders are judged over so many connections. */
export const settingsOf = (lanes: number, graceSeconds = 900): Settings =>
  parseSettings({ graceSeconds, reconcile: { lanes } });

/** Judges what is stored in a transaction of its own, and publishes nothing. */
export const judged = (session: Session, settings: Settings): Promise<JudgedRun> =>
  transaction(session, () => reconcile(session, settings, { asOf: AS_OF, startedAt: READ_AT }));
