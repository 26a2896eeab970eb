import type { ShownSource } from '../../books/shown/read-data.ts';
import { DATA_TEXTS } from '../../texts/page/data-texts.ts';
import { rejectedAddress } from '../addresses.ts';
import { Identifier } from '../parts/identifier.tsx';
import { Moment, zoneOf } from '../parts/moment.tsx';
import { Pager } from '../parts/pager.tsx';
import { numberHeading, ScrolledTable } from '../parts/table.tsx';
import type { Visit } from '../visit.ts';
import { RegionName } from './coverage-table.tsx';

interface SourceTableProps {
  readonly visit: Visit;
  readonly sources: readonly ShownSource[];
  /** Key after which the next page begins; null on the last. */
  readonly next: string | null;
}

/** What was read, the newest first. */
export function SourceTable({ visit, sources, next }: SourceTableProps) {
  const texts = DATA_TEXTS[visit.language];
  return (
    <section>
      <h2 id="sources">{texts.sources}</h2>
      <p>
        <a href={rejectedAddress()}>{texts.allRejected}</a>
      </p>
      {sources.length === 0 ? (
        <p>{texts.noSources}</p>
      ) : (
        <ScrolledTable
          label={texts.sources}
          headings={[
            texts.source,
            texts.kind,
            texts.readAt,
            numberHeading(texts.records),
            numberHeading(texts.accepted),
            numberHeading(texts.duplicate),
            numberHeading(texts.rejected),
            texts.newest,
          ]}
        >
          {sources.map((source) => (
            <SourceRow visit={visit} source={source} />
          ))}
        </ScrolledTable>
      )}
      <Pager visit={visit} next={next ?? undefined} />
    </section>
  );
}

function SourceRow({ visit, source }: { readonly visit: Visit; readonly source: ShownSource }) {
  const { formats } = visit;
  const texts = DATA_TEXTS[visit.language];
  const kinds: Readonly<Record<string, string>> = texts.kinds;
  const { sourceId, name, kind, readAt, records, accepted, duplicate, rejected, coverage } = source;
  return (
    <tr>
      <th scope="row">
        <Identifier text={name} />
      </th>
      <td>{kind === null ? texts.kinds.each : (kinds[kind] ?? kind)}</td>
      <td>
        <Moment at={readAt} zone="UTC" visit={visit} />
      </td>
      <td class="number">{formats.count(records)}</td>
      <td class="number">{formats.count(accepted)}</td>
      <td class="number">{formats.count(duplicate)}</td>
      <td class="number">
        {rejected === 0 ? (
          formats.count(rejected)
        ) : (
          <a href={rejectedAddress({ source: String(sourceId) })}>{formats.count(rejected)}</a>
        )}
      </td>
      <td>
        {coverage.map((one) => (
          <div>
            <RegionName visit={visit} region={one.region} /> {kinds[one.kind] ?? one.kind}:{' '}
            <Moment at={one.newestAt} zone={zoneOf(visit.settings, one.region)} visit={visit} />
          </div>
        ))}
      </td>
    </tr>
  );
}
