import { sql } from 'kysely';
import { sqlPart } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { instantOfText } from '../../normalise/instant.ts';
import { offsetText, zoneOffsetSeconds } from '../../normalise/zone.ts';
import type { Settings } from '../../settings/schema.ts';
import { grouped } from '../../terminal-text.ts';
import { COMMON_ZONES, pairsOf, TOLERANCE_SECONDS } from './statement-pairs.ts';

/** How a statement's times and amounts compare with the callbacks of the same trades. */
export interface StatementProof {
  readonly times: number;
  /** How many agree as the settings say. */
  readonly timesAgree: number;
  /** The offset by which most agree, as ISO 8601 writes it, and a zone that has it; absent where nothing agrees. */
  readonly otherwise?: { readonly offset: string; readonly zone: string | undefined; readonly agree: number };
  readonly amounts: number;
  readonly amountsAgree: number;
  /** How many are a hundred times the callback's, and how many a hundredth. */
  readonly hundredfold: number;
  readonly hundredth: number;
}

interface Compared extends Omit<StatementProof, 'otherwise'> {
  readonly otherOffset: number | null;
  readonly agreeOtherwise: number | null;
  readonly at: string | null;
}

/** Compares the staged rows of a statement with stored callbacks; undefined where there is nothing to compare. */
export async function proveStatement(
  session: Session,
  settings: Settings,
): Promise<StatementProof | undefined> {
  const comparison = sqlPart('ingest/120_compare_statement.sql', {
    tolerance: TOLERANCE_SECONDS,
    pairs: pairsOf(sql`(select line as id, * from stage_statements)`),
  });
  const found = (await comparison.execute(session.db)).rows[0] as Compared;
  const { times, timesAgree, otherOffset: offset, agreeOtherwise: agree, at, ...amounts } = found;
  if (times === 0 && amounts.amounts === 0) return undefined;
  if (offset === null || agree === null || at === null) return { times, timesAgree, ...amounts };
  const zone = zoneOf(offset, instantOfText(at).seconds - offset, settings);
  return { times, timesAgree, otherwise: { offset: offsetText(offset), zone, agree }, ...amounts };
}

/** A zone with an offset at a time; undefined where only a fraction of an hour has no name. */
function zoneOf(offset: number, at: number, settings: Settings): string | undefined {
  const zones = [...settings.regions.map(({ zone }) => zone), ...COMMON_ZONES];
  const known = zones.find((zone) => zoneOffsetSeconds(zone, at) === offset);
  if (known !== undefined || offset % 3600 !== 0) return known;
  // POSIX counts hours west of Greenwich.
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset / 3600)}`;
}

/** The comparison as lines for a person, with what to set; nothing is changed by it. */
export function proofText(proof: StatementProof): string[] {
  return [...timesText(proof), ...amountsText(proof)];
}

function timesText({ times, timesAgree, otherwise }: StatementProof): string[] {
  if (times === 0) return [];
  const whole = `of ${grouped(times)} times`;
  if (otherwise === undefined || otherwise.agree <= timesAgree)
    return [`  ${grouped(timesAgree)} ${whole} agree with the callbacks of the same trades.`];
  const { offset, zone, agree } = otherwise;
  const line = zone === undefined ? `the zone that has ${offset}` : `zone: ${zone}`;
  return [
    `  ${grouped(agree)} ${whole} agree with the callbacks of the same trades when read as ${offset}, ` +
      `${grouped(timesAgree)} as the settings say`,
    `    to do: in the table's entry of map (or the source), set ${line}`,
  ];
}

function amountsText({ amounts, amountsAgree, hundredfold, hundredth }: StatementProof): string[] {
  if (amounts === 0) return [];
  const whole = `of ${grouped(amounts)} amounts`;
  const most = Math.max(hundredfold, hundredth);
  if (most <= amountsAgree)
    return [`  ${grouped(amountsAgree)} ${whole} agree with the callbacks of the same trades.`];
  const unit = hundredfold > hundredth ? 'minor' : 'major';
  return [
    `  ${grouped(most)} ${whole} agree with the callbacks of the same trades when read in ${unit} units, ` +
      `${grouped(amountsAgree)} as the settings say`,
    `    to do: in the table's entry of map (or the source), set unit: ${unit}`,
  ];
}
