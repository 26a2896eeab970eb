import { raw } from 'hono/html';
import { watchSentences } from '../../alerts/bodies/watch-body.ts';
import { wordingOf } from '../../alerts/bodies/wording.ts';
import type { Overview, ShownRegion } from '../../books/shown/overview.ts';
import type { Language } from '../../texts/formats.ts';
import { OVERVIEW_TEXTS } from '../../texts/page/overview-texts.ts';
import { regionName } from '../../texts/region-name.ts';
import { dateAddress, findingsAddress } from '../addresses.ts';
import { htmlPage } from '../html-page.ts';
import { Frame } from '../parts/frame.tsx';
import { Moment } from '../parts/moment.tsx';
import { Say } from '../parts/say.tsx';
import type { Route, SignedInVisit } from '../visit.ts';
import { attentionOf } from './attention.ts';
import { Calendar } from './calendar.tsx';
import { rangesOf } from './date-ranges.ts';
import { MismatchTiles, MoneyTable } from './mismatches.tsx';
import { OpenFindings } from './open-findings.tsx';
import { overviewFor } from './read-overview-page.ts';
import { Shares } from './shares.tsx';

/** The overview: what every region is like, and what needs attention. */
export const overviewRoute: Route = {
  method: 'GET',
  path: '/',
  right: 'look',
  handle: async (visit) => {
    const content = await renderedOverview(visit, await overviewFor(visit));
    return htmlPage(
      visit.context,
      <Frame visit={visit} title={OVERVIEW_TEXTS[visit.language].title}>
        {raw(content)}
      </Frame>,
    );
  },
};

/** The overviews that are kept, as HTML by language: to write one takes longer than all else of a request. */
const RENDERED = new WeakMap<Overview, Map<Language, Promise<string>>>();

/** The content of the page as HTML. It depends on overview, language and settings only. */
function renderedOverview(visit: SignedInVisit, overview: Overview): Promise<string> {
  const { language, formats, settings } = visit;
  const languages = RENDERED.get(overview) ?? new Map<Language, Promise<string>>();
  RENDERED.set(overview, languages);
  const known = languages.get(language);
  if (known !== undefined) return known;
  const content = <Content visit={{ language, formats, settings }} overview={overview} />;
  const html = Promise.resolve(content).then(String);
  languages.set(language, html);
  return html;
}

type OverviewVisit = Pick<SignedInVisit, 'language' | 'formats' | 'settings'>;

function Content({ visit, overview }: { readonly visit: OverviewVisit; readonly overview: Overview }) {
  const texts = OVERVIEW_TEXTS[visit.language];
  return (
    <>
      {overview.asOf === null ? null : (
        <p class="dim">
          {texts.asOf} <Moment at={overview.asOf} zone={oneZone(overview)} visit={visit} />
        </p>
      )}
      {overview.regions.length === 0 ? <p>{texts.nothing}</p> : null}
      <ul class="states">
        {overview.regions.map((region) => (
          <Yesterday visit={visit} region={region} />
        ))}
      </ul>
      {overview.asOf === null ? null : <Alarms visit={visit} overview={overview} />}
      {overview.regions.map((region) => (
        <Region visit={visit} region={region} />
      ))}
    </>
  );
}

/** The zone of all regions if it is the same; otherwise UTC. */
function oneZone({ regions }: Overview): string {
  const zones = new Set(regions.filter(({ region }) => region !== 'other').map(({ zone }) => zone));
  return zones.size === 1 ? [...zones][0]! : 'UTC';
}

interface RegionProps {
  readonly visit: OverviewVisit;
  readonly region: ShownRegion;
}

/** Yesterday in one sentence. */
function Yesterday({ visit: { language, formats }, region }: RegionProps) {
  const texts = OVERVIEW_TEXTS[language];
  const date = region.dates.at(-2)!;
  const name = regionName(language, region.region);
  const day = formats.shortDate(date.date);
  const attention = attentionOf(date);
  const status = texts.statuses[date.status];
  const phrase =
    date.version === null
      ? texts.missing(name, day)
      : date.requestedOrders === 0
        ? texts.noOrders(name, day, status)
        : texts.state({
            ...{ region: name, date: day, status },
            orders: formats.count(date.requestedOrders),
            paid: formats.share(date.paidOrders / date.requestedOrders),
            findings: formats.count(attention.findings),
          });
  const { region: folder } = region;
  return (
    <li class={`notice ${noticeOf(date.status)}`}>
      <Say phrase={phrase} />{' '}
      <span class="links">
        {date.status === 'none' ? null : (
          <a href={dateAddress(folder, date.date)}>
            {texts.openDate}
            <span class="hidden">
              {' '}
              {day}, {name}
            </span>
          </a>
        )}{' '}
        {attention.findings === 0 ? null : (
          <a
            href={findingsAddress({
              region: folder,
              code: attention.codes,
              from: date.date,
              to: date.date,
            })}
          >
            {texts.openAttention}
          </a>
        )}
      </span>
    </li>
  );
}

function noticeOf(status: string): string {
  if (status === 'attention' || status === 'missing') return 'bad';
  return status === 'provisional' ? 'warn' : status === 'complete' ? 'good' : '';
}

/** The open alarms of the watch, in the words of its messages. */
function Alarms({ visit, overview }: { readonly visit: OverviewVisit; readonly overview: Overview }) {
  const texts = OVERVIEW_TEXTS[visit.language].watch;
  const wording = wordingOf(visit.settings, visit.language);
  return (
    <section aria-labelledby="watch">
      <h2 id="watch">{texts.heading}</h2>
      {overview.alarms.length === 0 ? <p>{texts.calm}</p> : null}
      {overview.alarms.map((facts) => {
        const { alarm, details, chance } = watchSentences(facts, wording);
        return (
          <div class="notice warn">
            <p>
              <b>
                <Say phrase={alarm} />
              </b>
            </p>
            {[...details, ...(chance === undefined ? [] : [chance])].map((line) => (
              <p>
                <Say phrase={line} />
              </p>
            ))}
          </div>
        );
      })}
    </section>
  );
}

function Region({ visit, region }: RegionProps) {
  const name = regionName(visit.language, region.region);
  const ranges = rangesOf(region.dates);
  return (
    <section aria-labelledby={`region-${region.region}`}>
      <h2 id={`region-${region.region}`}>
        <bdi>{name}</bdi>
      </h2>
      <MismatchTiles visit={visit} region={region.region} ranges={ranges} />
      <div class="columns overview">
        <div>
          <Calendar visit={visit} region={region} name={name} />
        </div>
        <div>
          <Shares visit={visit} region={region} name={name} />
        </div>
      </div>
      <MoneyTable visit={visit} ranges={ranges} name={name} />
      <OpenFindings visit={visit} region={region} />
    </section>
  );
}
