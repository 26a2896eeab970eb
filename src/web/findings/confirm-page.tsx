import type { CurrentFinding } from '../../books/findings/current-findings.ts';
import { matchingFindings } from '../../books/findings/decide.ts';
import { type FindingAmount, writeOffAmounts } from '../../books/findings/write-off-amount.ts';
import { countFindings } from '../../books/shown/count-findings.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { DECISION_TEXTS } from '../../texts/page/decision-texts.ts';
import { FINDINGS_TEXTS } from '../../texts/page/findings-texts.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { addressWith, findingsAddress } from '../addresses.ts';
import { htmlPage } from '../html-page.ts';
import { Form } from '../parts/form.tsx';
import { Frame } from '../parts/frame.tsx';
import { Say } from '../parts/say.tsx';
import { numberHeading, Table } from '../parts/table.tsx';
import { Problem } from '../problem.tsx';
import type { Route, SignedInVisit } from '../visit.ts';
import { MOST_FINDINGS } from './asked-decision.ts';
import { BackLink } from './back-link.tsx';
import { digestOf } from './chosen-key.ts';
import { DecisionFields, offeredActions } from './decision-fields.tsx';
import { totalOf } from './findings-counts.tsx';
import { type AskedFindings, askedFindings } from './findings-query.ts';
import { ChosenFields } from './incomplete-page.tsx';

/** Money of one currency. */
interface CurrencySum {
  readonly currency: string;
  readonly minor: string;
}

interface Concerned {
  readonly total: number;
  /** None if there are too many. */
  readonly findings: readonly CurrentFinding[];
  /** {@link digestOf} the findings. */
  readonly digest: string;
  readonly orders: number;
  readonly sums: readonly CurrencySum[];
  /** Orders whose amount cannot be read. */
  readonly unreadable: number;
}

/** Shows how many findings a filter selects and how much money they concern, before a decision about all of them. */
export const confirmRoute: Route = {
  method: 'GET',
  path: '/findings/confirm',
  right: 'decide',
  handle: async (visit) => {
    const { settings, account, url, language } = visit;
    const asked = askedFindings(url.searchParams, settings, account.merchants);
    // Less of a filter selects more than the reader meant.
    const [mistake] = asked.mistakes;
    if (mistake !== undefined)
      throw new Problem('invalid', `${mistake.field}: ${mistake.value}`.slice(0, 500));
    const concerned = await readConcerned(visit, asked);
    const texts = DECISION_TEXTS[language];
    const then = findingsAddress(asked.query);
    return htmlPage(
      visit.context,
      <Frame visit={visit} title={texts.confirmTitle}>
        {url.searchParams.get('notice') === 'changed' ? (
          <div class="notice warn" role="alert">
            {texts.missing.changed}
          </div>
        ) : null}
        <Confirmation {...{ visit, asked, concerned, then }} />
        <BackLink visit={visit} then={then} />
      </Frame>,
    );
  },
};

async function readConcerned({ store }: SignedInVisit, { filter }: AskedFindings): Promise<Concerned> {
  return readAtOnce(store, async (session) => {
    const total = totalOf(await countFindings(session, filter));
    const nothing = { total, findings: [], digest: '', orders: 0, sums: [], unreadable: 0 };
    if (total === 0 || total > MOST_FINDINGS) return nothing;
    const findings = await matchingFindings(session, filter);
    const amountsOf = await writeOffAmounts(session, findings);
    const orders = Map.groupBy(findings, (row) => JSON.stringify([row.merchant_id, row.order_no]));
    const amounts = [...orders.values()].map((own) => own.flatMap(amountsOf));
    return {
      ...{ total, findings, digest: digestOf(findings, amountsOf) },
      ...{ orders: orders.size, sums: sumsOf(amounts.flatMap(greatestOf)) },
      unreadable: amounts.filter((own) => own.some((one) => !isReadable(one))).length,
    };
  });
}

function isReadable({ currency, amountMinor }: FindingAmount): boolean {
  return currency !== null && amountMinor !== null;
}

/** The greatest amount of each currency among those of an order's findings: what one finding counts, another has in it. */
function greatestOf(amounts: readonly FindingAmount[]): CurrencySum[] {
  const greatest = new Map<string, bigint>();
  for (const { currency, amountMinor } of amounts) {
    if (currency === null || amountMinor === null) continue;
    const minor = BigInt(amountMinor);
    if (minor > (greatest.get(currency) ?? -1n)) greatest.set(currency, minor);
  }
  return [...greatest].map(([currency, minor]) => ({ currency, minor: String(minor) }));
}

/** Sums by currency, in the order of their codes. */
function sumsOf(amounts: readonly CurrencySum[]): CurrencySum[] {
  const sums = new Map<string, bigint>();
  for (const { currency, minor } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(minor));
  }
  return [...sums]
    .map(([currency, minor]) => ({ currency, minor: String(minor) }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

interface ConfirmationProps {
  readonly visit: SignedInVisit;
  readonly asked: AskedFindings;
  readonly concerned: Concerned;
  readonly then: string;
}

function Confirmation({ visit, asked, concerned, then }: ConfirmationProps) {
  const { formats, language } = visit;
  const texts = DECISION_TEXTS[language];
  const { total, findings, digest, orders } = concerned;
  if (total === 0) return <p class="notice">{FINDINGS_TEXTS[language].nothing}</p>;
  if (total > MOST_FINDINGS) {
    return (
      <p class="notice warn">
        <Say phrase={texts.tooMany(formats.count(total), formats.count(MOST_FINDINGS))} />
      </p>
    );
  }
  return (
    <>
      <p>
        <Say phrase={texts.concerned(formats.count(total), formats.count(orders))} />
      </p>
      <Sums {...{ visit, concerned }} />
      <Form
        visit={visit}
        action="/findings/decide"
        returnTo={addressWith('/findings', { ...asked.query, notice: 'not-decided' })}
      >
        <input type="hidden" name="then" value={then} />
        <ChosenFields chosen={{ kind: 'filter', asked, digest }} />
        <DecisionFields
          {...{ visit, id: 'all', button: texts.decideAll(formats.count(total)) }}
          actions={offeredActions(visit, findings)}
        />
      </Form>
    </>
  );
}

function Sums({ visit, concerned }: Pick<ConfirmationProps, 'visit' | 'concerned'>) {
  const { formats, language } = visit;
  const texts = DECISION_TEXTS[language];
  return (
    <section class="scroll" tabindex={0} aria-label={texts.amounts}>
      <Table
        class="narrow"
        caption={texts.amounts}
        headings={[FRAME_TEXTS[language].columns.currency, numberHeading(texts.amount)]}
      >
        {concerned.sums.map((sum) => (
          <tr>
            <th scope="row">
              <bdi dir="ltr">{sum.currency}</bdi>
            </th>
            <td class="number">
              <bdi dir="ltr">{formats.money(sum)}</bdi>
            </td>
          </tr>
        ))}
        {concerned.unreadable === 0 ? null : (
          <tr>
            <th scope="row">{texts.unreadable}</th>
            <td class="number">{formats.count(concerned.unreadable)}</td>
          </tr>
        )}
      </Table>
      <p class="dim">{texts.amountsHint}</p>
    </section>
  );
}
