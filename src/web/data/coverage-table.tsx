import type { ShownCoverage } from '../../books/shown/read-data.ts';
import { DATA_TEXTS } from '../../texts/page/data-texts.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { Moment, zoneOf } from '../parts/moment.tsx';
import { ScrolledTable } from '../parts/table.tsx';
import type { Visit } from '../visit.ts';

/** How far the data of each region reaches, by kind of record. */
export function CoverageTable({
  visit,
  coverage,
}: {
  readonly visit: Visit;
  readonly coverage: readonly ShownCoverage[];
}) {
  const texts = DATA_TEXTS[visit.language];
  const { columns } = FRAME_TEXTS[visit.language];
  return (
    <section>
      <h2 id="coverage">{texts.coverage}</h2>
      <p>{texts.coverageHint}</p>
      {coverage.length === 0 ? (
        <p>{texts.noSources}</p>
      ) : (
        <ScrolledTable
          label={texts.coverage}
          headings={[columns.region, texts.payIns, texts.callbacks, texts.declared]}
        >
          {coverage.map(({ region, payInsAt, callbacksAt, declaredUntil }) => (
            <tr>
              <th scope="row">
                <RegionName visit={visit} region={region} />
              </th>
              {[payInsAt, callbacksAt, declaredUntil].map((at) => (
                <td>
                  {at === null ? (
                    <span class="dim">{texts.nothing}</span>
                  ) : (
                    <Moment at={at} zone={zoneOf(visit.settings, region)} visit={visit} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </ScrolledTable>
      )}
    </section>
  );
}

/** A region by the name of its folder. */
export function RegionName({
  visit: { language },
  region,
}: {
  readonly visit: Pick<Visit, 'language'>;
  readonly region: string;
}) {
  return <bdi>{region === 'other' ? FRAME_TEXTS[language].noRegion : region}</bdi>;
}
