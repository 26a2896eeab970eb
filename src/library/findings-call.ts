import type { FindingFilter } from '../books/findings/current-findings.ts';
import { changeableBy, decideAll, decideEach, decideFindings } from '../books/findings/decide.ts';
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
import { chosenRegions } from '../books/run/chosen-regions.ts';
import { namedRanges } from '../books/run/given-dates.ts';
import { givenNames, type NamedDates } from '../books/run/named-dates.ts';
import { libraryCall } from '../caller.ts';
import { now } from '../clock.ts';
import { transaction } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { RULES } from '../reconcile/rules/all.ts';
import type { Settings } from '../settings/schema.ts';
import { isEmbedded } from '../settings/secret.ts';
import { SEVERITIES, type Severity } from '../settings/severity.ts';
import { checkAborted } from './abort.ts';
import { COMMON, checkArguments, DATES, needed, oneOf, TEXT, TRUE_OR_FALSE } from './arguments.ts';
import { asAsyncIterable } from './as-async-iterable.ts';
import { type CommonOptions, saidText, settingsOf, withStoreOf } from './options.ts';
import { takesTurns } from './shared-store.ts';

/**
 * Selects findings; an absent field does not restrict the selection. Dates are business dates; `from` or `to` may be
 * given alone.
 */
export interface FindingChoice extends NamedDates {
  readonly code?: string | undefined;
  readonly severity?: Severity | undefined;
  readonly merchant?: string | undefined;
  readonly order?: string | undefined;
  /** The name of a region of the settings (by default `BR`, `EG`), or `other`. */
  readonly region?: string | undefined;
  readonly assignee?: string | undefined;
  /** Age in whole days as of the newest run, as in `age_bucket`. `0-1` means `<1` and `30+` means `>30`. */
  readonly bucket?: BucketName | undefined;
  /** State set by decisions: `open` (the default in lists), `resolved`, `accepted`, `written-off`, or `all`. */
  readonly state?: 'open' | 'resolved' | 'accepted' | 'written-off' | 'all' | undefined;
  /** Whether a write-off waits for the approval of a second person. */
  readonly awaiting?: boolean | undefined;
}

/** Options of `findings.show`. */
export interface ShowOptions extends CommonOptions {
  readonly order: string;
  readonly code?: string | undefined;
  readonly merchant?: string | undefined;
}

/** Options of `findings.decide`. */
export interface DecideOptions extends CommonOptions {
  readonly action: Action;
  /** The findings: one order with a code and perhaps a merchant, or with `all: true` every finding that the selection matches. */
  readonly which: FindingChoice;
  readonly all?: boolean | undefined;
  /** The reason, the note or the assignee, depending on the action. Empty only to remove the assignee. */
  readonly text?: string | undefined;
  /** Who decides, for the audit trail. */
  readonly by: string;
  /** Returns what would be decided, without storing it. */
  readonly dryRun?: boolean | undefined;
}

const CODE = oneOf(RULES.map(({ code }) => code));
const CHOICE = {
  ...DATES,
  ...{ code: CODE, severity: oneOf(SEVERITIES), merchant: TEXT, order: TEXT, region: TEXT, assignee: TEXT },
  ...{
    bucket: oneOf(BUCKET_NAMES),
    state: oneOf([...STATES.map(stateName), 'all']),
    awaiting: TRUE_OR_FALSE,
  },
};
const LIST = libraryCall('findings.list');
const SHOW = libraryCall('findings.show');
const DECIDE = libraryCall('findings.decide');
/** The same caller, with argument names inside `which`. */
const DECIDE_WHICH = { ...DECIDE, argument: (name: string) => DECIDE.argument(`which.${name}`) };

/**
 * Lists the findings of the newest results, one by one: by severity from the highest, then by age from the oldest.
 * @throws Fault ARGUMENT_INVALID, DATE_INVALID at once
 * @example for await (const { order_no, code } of findings.list({ severity: 'high', settings })) console.log(order_no, code);
 */
function list(options: CommonOptions & FindingChoice = {}): AsyncGenerator<FindingJson> {
  checkArguments(LIST, options, { ...COMMON, ...CHOICE });
  const settings = settingsOf(options);
  const filter = filterOf(LIST, options, settings, { states: ['open'] });
  const read = (give: (row: FindingJson) => Promise<unknown> | number) =>
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
    );
  const { store } = options;
  if (store === undefined ? !isEmbedded(settings) : !takesTurns(store)) return asAsyncIterable(read);
  // One call at a time has the store: it is free again before the first row is given, so that the loop can decide about it.
  return asAsyncIterable(async (give) => {
    const rows: FindingJson[] = [];
    await read((row) => rows.push(row));
    for (const row of rows) {
      checkAborted(options.signal);
      await give(row);
    }
  });
}

/**
 * The history of an order's findings: runs, records and decisions since each was first found.
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
 * Stores a decision about findings: resolve, accept, write-off, approve, decline, assign, note, reopen or undo. All
 * findings are changed, or none. A write-off above decisions.writeOffLimits waits for approval: its action is
 * `request-write-off` in the result.
 * @throws Fault ARGUMENT_INVALID, FINDING_UNKNOWN, FINDING_CLOSED, FINDING_OPEN, FINDING_WAITING, FINDING_NOT_WAITING,
 * APPROVAL_NEEDED_BY_ANOTHER, NOT_PERMITTED, NOTHING_TO_UNDO, STORE_LOCKED
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
  if (action === 'assign' && options.text === undefined) {
    throw new Fault(DECIDE.code, {
      where: DECIDE.argument('text'),
      found: 'not given',
      expected: 'whom to assign it to; an empty text removes the assignee',
    });
  }
  const request = { at: now(), who: saidText(DECIDE, 'by', options.by), dryRun, settings };
  checkWhich(which, all);
  const filter = filterOf(DECIDE_WHICH, which, settings, changeableBy(action));
  const changes = await withStoreOf(options, settings, (store) =>
    decideFindings(store, request, (session) =>
      all
        ? decideAll(session, filter, { action, text }, settings.decisions.writeOffLimits)
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

/** Lists findings, shows their history and decides about them, as the `findings` commands do. */
export const findings = { list, show, decide } as const;

const WHICH = {
  expected: 'an object that says which findings: { order, code }',
  isRight: (value: unknown) => typeof value === 'object' && value !== null,
};

/** What names one order's finding. */
const EACH: readonly string[] = ['order', 'code', 'merchant'];

/**
 * Throws ARGUMENT_INVALID unless `which` has an order and a code, and a merchant at most besides them, or, with `all`, at
 * least one field.
 */
function checkWhich(which: FindingChoice, all: boolean): void {
  const given = Object.entries(which).filter(([, value]) => value !== undefined);
  const narrowing = given.map(([name]) => name).filter((name) => !EACH.includes(name));
  if (!all && narrowing.length > 0) {
    throw new Fault(DECIDE.code, {
      where: DECIDE.argument('which'),
      found: `${narrowing.join(', ')} without all: true`,
      expected: 'an order and a code, with a merchant at most; or all: true and any of these',
    });
  }
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
  usual: Pick<FindingFilter, 'states' | 'awaiting'>,
): FindingFilter {
  const { code, severity, merchant, order, region, assignee, bucket, state, awaiting } = choice;
  const named = STATES.filter((one) => state === 'all' || stateName(one) === state);
  return {
    ...{ code, severity, merchant, order, assignee },
    bucket: bucket === undefined ? undefined : bucketNamed(bucket),
    region: region === undefined ? undefined : chosenRegions(settings, region, call)[0]!,
    dates: givenNames(choice).length === 0 ? undefined : namedRanges(choice, call, { settings, at: now() }),
    states: state === undefined ? usual.states : named,
    awaiting: awaiting ?? usual.awaiting,
  };
}
