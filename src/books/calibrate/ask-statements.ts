import { sql } from 'kysely';
import { sqlPart } from '../../database/sql-file.ts';
import { cursorRows, type Session } from '../../database/store.ts';
import { pairsOf } from '../../ingest/sample/statement-pairs.ts';
import { findIssuer } from '../../normalise/issuer.ts';
import type { Progress } from '../../progress.ts';
import { pathText } from '../../settings/mistake.ts';
import type { RegionSettings, Settings } from '../../settings/schema.ts';
import type { Question, Tally } from './question.ts';
import type { StatementRow, StatementTable } from './statement-row.ts';
import { StatementUnit } from './statement-unit.ts';
import { StatementZone } from './statement-zone.ts';

/**
 * Asks in which unit and zone stored statements are written, each table for itself. Rows of a table that the settings no longer
 * name keep their reading, so that nothing is asked of them.
 */
export async function askStatements(
  session: Session,
  settings: Settings,
  regions: readonly RegionSettings[],
  progress: Progress,
): Promise<Question[]> {
  const tallies = new Map<string, readonly Tally<StatementRow>[]>();
  const names = regions.map(({ name }) => name);
  const query = sqlPart('calibrate/020_statements.sql', {
    pairs: pairsOf(
      sql`(
        with read as materialized (
          select s.* from statements s where s.region = any (${names}::text[])
        ),
        places as materialized (
          select source_id, coalesce(place, source_id) as place from sources
        ),
        corrected as materialized (
          select distinct s.order_no, s.logged_at, s.digest
          from read s
          join statements l on l.issuer = s.issuer and l.row_key = s.row_key
          join places q on q.source_id = s.source_id
          join places k on k.source_id = l.source_id
          where s.row_id is not null
            and l.row_id is not null
            and (coalesce(l.place, k.place), coalesce(l.place_line, l.line), l.source_id)
              > (coalesce(s.place, q.place), coalesce(s.place_line, s.line), s.source_id)
        )
        select row_number() over () as id, s.*
        from read s
        left join corrected c on c.order_no = s.order_no and c.logged_at = s.logged_at and c.digest = s.digest
        where c.digest is null
      )`,
    ),
  }).compile(session.db);
  for await (const rows of cursorRows<StatementRow>(session, query)) {
    for (const row of rows) {
      const key = JSON.stringify([row.region, row.issuer]);
      const found = tallies.get(key) ?? talliesOf(row, settings, regions);
      tallies.set(key, found);
      for (const tally of found) tally.take(row);
    }
    progress.advance(rows.length);
  }
  return [...tallies.values()].flat().map((tally) => tally.question());
}

function talliesOf(
  { region: regionName, issuer }: StatementRow,
  settings: Settings,
  regions: readonly RegionSettings[],
): readonly Tally<StatementRow>[] {
  const found = findIssuer(settings, issuer, 'statement');
  if (found === undefined) return [];
  const region = regions.find(({ name }) => name === regionName)!;
  const { group, format } = found;
  const pathOf = (setting: string) => pathText([group, issuer, setting]);
  const table: StatementTable = { name: issuer, region, format, pathOf };
  return [new StatementUnit(table), new StatementZone(table, settings)];
}
