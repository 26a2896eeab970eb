import type { FindingFilter } from '../books/findings/current-findings.ts';
import { decideAll, decideEach, decideFindings, statesFor } from '../books/findings/decide.ts';
import { ACTIONS, type Action, checkText, stateName } from '../books/findings/decision.ts';
import { readLives } from '../books/findings/finding-life.ts';
import { STATES } from '../books/findings/finding-state.ts';
import {
  changeJson,
  type DecisionJson,
  type FindingJson,
  type FindingLifeJson,
  findingJson,
  findingLifeJson,
} from '../books/findings/findings-json.ts';
import { listFindings } from '../books/findings/listed-findings.ts';
import { BUCKET_NAMES, type BucketName, bucketNamed } from '../books/findings/named-bucket.ts';
import { namedRanges } from '../books/run/given-dates.ts';
import { givenNames, type NamedDates } from '../books/run/named-dates.ts';
import { regionsAtHand } from '../books/run/regions-at-hand.ts';
import { libraryCall } from '../caller.ts';
import { now } from '../clock.ts';
import { transaction } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { RULES } from '../reconcile/rules/all.ts';
import type { Settings } from '../settings/schema.ts';
import { SEVERITIES, type Severity } from '../settings/severity.ts';
import { checkAborted } from './abort.ts';
import { COMMON, checkArguments, DATES, needed, oneOf, TEXT, TRUE_OR_FALSE } from './arguments.ts';
import { asAsyncIterable } from './as-async-iterable.ts';
import { type CommonOptions, saidText, settingsOf, withStoreOf } from './options.ts';

/** Which findings; an absent field does not narrow the choice. Dates are business dates; `from` or `to` may be given alone. */
export interface FindingChoice extends NamedDates {
  readonly code?: string | undefined;
  readonly severity?: Severity | undefined;
  readonly merchant?: string | undefined;
  readonly order?: string | undefined;
  /** `BR`, `EG`, `other`. */
  readonly region?: string | undefined;
  readonly assignee?: string | undefined;
  /** Age in whole days, as of the newest run, as `age_bucket` shows it; `0-1` is `<1`, and `30+` is `>30`. */
  readonly bucket?: BucketName | undefined;
  /** State that people left them in: `open` (default where findings are listed), `resolved`, …; `all`. */
  readonly state?: 'open' | 'resolved' | 'accepted' | 'written-off' | 'all' | undefined;
}

export interface ShowOptions extends CommonOptions {
  readonly order: string;
  readonly code?: string | undefined;
  readonly merchant?: string | undefined;
}

export interface DecideOptions extends CommonOptions {
  readonly action: Action;
  /** The findings: of one order with a code, or with `all: true` every one that the choice leaves. */
  readonly which: FindingChoice;
  readonly all?: boolean | undefined;
  /** Why, the note, or to whom (assign); empty only to assign to nobody. */
  readonly text?: string | undefined;
  /** Who decides, for the audit trail. */
  readonly by: string;
  /** Tells what would be decided, and changes nothing. */
  readonly dryRun?: boolean | undefined;
}

const CODE = oneOf(RULES.map(({ code }) => code));
const CHOICE = {
  ...DATES,
  ...{ code: CODE, severity: oneOf(SEVERITIES), merchant: TEXT, order: TEXT, region: TEXT, assignee: TEXT },
  ...{ bucket: oneOf(BUCKET_NAMES), state: oneOf([...STATES.map(stateName), 'all']) },
};
const LIST = libraryCall('findings.list');
const SHOW = libraryCall('findings.show');
const DECIDE = libraryCall('findings.decide');
/** What is within an argument of it. */
const DECIDE_WHICH = { ...DECIDE, argument: (name: string) => DECIDE.argument(`which.${name}`) };

/**
 * The findings of the newest results that the choice leaves, those of the highest severity and the oldest first, one by one.
 * @throws Fault ARGUMENT_INVALID, DATE_INVALID at once
 * @example for await (const { order_no, code } of findings.list({ severity: 'high', settings })) console.log(order_no, code);
 */
function list(options: CommonOptions & FindingChoice = {}): AsyncGenerator<FindingJson> {
  checkArguments(LIST, options, { ...COMMON, ...CHOICE });
  const settings = settingsOf(options);
  const filter = filterOf(LIST, options, settings, ['open']);
  return asAsyncIterable((give) =>
    withStoreOf(options, settings, (store) =>
      store.session((session) =>
        transaction(session, async () => {
          const { blocks } = await listFindings(session, filter);
          for await (const block of blocks) {
            for (const row of block) {
              checkAborted(options.signal);
              await give(findingJson(row));
            }
          }
        }),
      ),
    ),
  );
}

/**
 * An order's findings from their first sight on: runs, records and decisions.
 * @throws Fault ARGUMENT_INVALID, FINDING_UNKNOWN
 * @example const [life] = await findings.show({ order: 'BR0000001234', code: 'AMOUNT_MISMATCH', settings });
 */
async function show(options: ShowOptions): Promise<FindingLifeJson[]> {
  checkArguments(SHOW, options, { ...COMMON, order: needed(TEXT), code: CODE, merchant: TEXT });
  const { order, code, merchant } = options;
  const settings = settingsOf(options);
  const lives = await withStoreOf(options, settings, (store) =>
    store.session((session) => readLives(session, { order, code, merchant })),
  );
  return lives.map(findingLifeJson);
}

/**
 * Decides about findings: resolve, accept, write-off, assign, note, reopen. All of it is kept, or none.
 * @throws Fault ARGUMENT_INVALID, FINDING_UNKNOWN, FINDING_CLOSED, FINDING_OPEN, STORE_LOCKED
 * @example await findings.decide({ action: 'accept', which: { order, code }, text: 'a discount', by: 'ana', settings });
 */
async function decide(options: DecideOptions): Promise<DecisionJson[]> {
  checkArguments(DECIDE, options, {
    ...COMMON,
    ...{ action: needed(oneOf(ACTIONS)), which: needed(WHICH), all: TRUE_OR_FALSE },
    ...{ text: TEXT, by: needed(TEXT), dryRun: TRUE_OR_FALSE },
  });
  checkArguments(DECIDE_WHICH, options.which, CHOICE);
  const settings = settingsOf(options);
  const { action, which, all = false, dryRun = false } = options;
  const text = (options.text ?? '').trim();
  checkText(action, DECIDE.argument('text'), text, DECIDE.code);
  const request = { at: now(), who: saidText(DECIDE, 'by', options.by), dryRun };
  const filter = filterOf(DECIDE_WHICH, which, settings, statesFor(action));
  checkWhich(which, all);
  const changes = await withStoreOf(options, settings, (store) =>
    decideFindings(store, request, (session) =>
      all
        ? decideAll(session, filter, { action, text })
        : decideEach(
            session,
            { orders: [which.order!], code: which.code!, merchant: which.merchant },
            { action, text },
            DECIDE,
          ),
    ),
  );
  return changes.map(changeJson);
}

/** What people do with findings, as the commands of that name do. */
export const findings = { list, show, decide } as const;

const WHICH = {
  expected: 'an object that says which findings: { order, code }',
  isRight: (value: unknown) => typeof value === 'object' && value !== null,
};

/** Throws ARGUMENT_INVALID: about one it has to be said which, and about all, something has to narrow them. */
function checkWhich(which: FindingChoice, all: boolean): void {
  const given = Object.values(which).filter((value) => value !== undefined);
  if (all ? given.length > 0 : which.order !== undefined && which.code !== undefined) return;
  throw new Fault(DECIDE.code, {
    where: DECIDE.argument('which'),
    found: all ? 'nothing that says which findings' : 'not both an order and a code',
    expected: all ? 'one argument at least: code, severity, region, …' : 'an order and a code; or all: true',
  });
}

function filterOf(
  call: typeof LIST,
  choice: FindingChoice,
  settings: Settings,
  states: FindingFilter['states'],
): FindingFilter {
  const { code, severity, merchant, order, region, assignee, bucket, state } = choice;
  const named = STATES.filter((one) => state === 'all' || stateName(one) === state);
  return {
    ...{ code, severity, merchant, order, assignee },
    bucket: bucket === undefined ? undefined : bucketNamed(bucket),
    region: region === undefined ? undefined : regionsAtHand(settings, region, call)[0]!,
    dates: givenNames(choice).length === 0 ? undefined : namedRanges(choice, call, { settings, at: now() }),
    states: state === undefined ? states : named,
  };
}
