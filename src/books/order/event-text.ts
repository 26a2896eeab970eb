import { stuckReasonText } from '../../../reports/stuck-explanation.ts';
import { isoSeconds } from '../../normalise/instant.ts';
import type { TimeFlag } from '../../normalise/read-time.ts';
import type {
  CallbackEvent,
  DecisionEvent,
  RequestEvent,
  ResponseEvent,
  StoryEvent,
  StoryFinding,
  VerdictEvent,
  WithdrawalEvent,
} from './order-story.ts';
import { statedDetails, statedTitle } from './stated-text.ts';
import { type BrokenRule, isSame, type OrderKey, type RecordPlace } from './story-values.ts';

const FLAGS: Readonly<Record<TimeFlag, string>> = {
  TIME_UNREADABLE: 'a time of it is missing or cannot be read',
  TIME_AMBIGUOUS: 'a time of it falls into an hour that the clocks skip or repeat',
  OFFSET_DISAGREES: 'its header and its zone read a time differently',
};

/** Texts for where the offset of a completion time comes from. */
const OFFSETS: Readonly<Record<string, string>> = {
  explicit: 'offset in the text',
  region: "no offset, read by the region's zone",
  header: "no offset, read by that of the message's X-TIMESTAMP",
  utc: 'no offset, read as UTC',
};

const RECORDS: Readonly<Record<WithdrawalEvent['record'], string>> = {
  'pay-in': 'pay-in record',
  callback: 'callback',
  statement: 'statement row',
};

/** What happened when a record became known. */
const KNOWN: Readonly<Record<WithdrawalEvent['record'], string>> = {
  'pay-in': 'requested',
  callback: 'received',
  statement: 'read at',
};

/** The title of an event. It is not yet escaped for a terminal. */
export function eventTitle(event: StoryEvent): string {
  switch (event.kind) {
    case 'request':
      return words('request', event.paymentMethod);
    case 'response':
      return words('response code', event.code, event.status, labelled('tradeNo', event.tradeNo));
    case 'callback':
      return words(
        event.attribution === 'elsewhere' ? 'callback of another order' : 'callback',
        event.status,
        labelled('tradeNo', event.tradeNo),
        labelled('ack', event.ack),
      );
    case 'statement':
    case 'payout':
    case 'bank':
      return statedTitle(event);
    case 'expiry':
      return 'expiry';
    case 'deadline':
      return 'deadline: an unpaid order is stuck from here on';
    case 'horizon':
      return 'horizon: from here on an unpaid order is expired';
    case 'verdict':
      return event.outcome === null ? 'no verdict any more' : words('verdict', event.outcome);
    case 'withdrawal':
      return words(
        `withdrawn ${RECORDS[event.record]}`,
        event.type,
        event.status,
        labelled('tradeNo', event.tradeNo),
      );
    case 'decision':
      return words('decision:', event.action, event.code, 'by', event.who);
  }
}

/** The origin of an event: file and line of a record, run of a verdict, audit entry of a decision. */
export function eventPlace(event: StoryEvent): string {
  if ('place' in event) return placeText(event.place);
  if (event.kind === 'verdict') return `run ${event.run}`;
  return event.kind === 'decision' ? `audit entry ${event.entry}` : '';
}

/** Further details of an event, one line each. */
export function eventDetails(event: StoryEvent, order: OrderKey): string[] {
  switch (event.kind) {
    case 'request':
      return requestDetails(event);
    case 'response':
      return responseDetails(event);
    case 'callback':
      return callbackDetails(event, order);
    case 'statement':
    case 'payout':
    case 'bank':
      return statedDetails(event, order);
    case 'verdict':
      return verdictDetails(event);
    case 'withdrawal':
      return withdrawalDetails(event);
    case 'decision':
      return decisionDetails(event);
    default:
      return [];
  }
}

function requestDetails(event: RequestEvent): string[] {
  return [...(event.response === null ? ['no response'] : []), ...recordDetails(event)];
}

function responseDetails(event: ResponseEvent): string[] {
  const { ownLine, answers, transactionTimeText } = event;
  return [
    ...(ownLine
      ? [answers === null ? 'answers no known request' : `answers the request at ${placeText(answers)}`]
      : []),
    ...(transactionTimeText === null ? ['it has no time of its own'] : []),
    ...recordDetails(event),
  ];
}

function callbackDetails(event: CallbackEvent, order: OrderKey): string[] {
  return [...attributionDetails(event, order), completionText(event), ...recordDetails(event)];
}

function attributionDetails({ names, countedAt, attribution }: CallbackEvent, order: OrderKey): string[] {
  const named = isSame(names, order) ? [] : [`names ${keyText(names)}`];
  if (countedAt === null) return ['NOT VERIFIED, decides nothing', ...named];
  if (attribution === 'elsewhere') {
    return [...named, isSame(countedAt, names) ? 'counted there' : `counted at ${keyText(countedAt)}`];
  }
  return attribution === 'trade-no' ? [...named, 'counted here by its tradeNo'] : [];
}

function completionText({ completedAt, offsetSource, completedImpossible }: CallbackEvent): string {
  if (completedAt === null) return 'completion time missing or unreadable';
  const impossible = completedImpossible ? ', which cannot be' : '';
  return `completed ${isoSeconds(completedAt)}${impossible} (${OFFSETS[offsetSource] ?? offsetSource})`;
}

function recordDetails(event: {
  readonly timeFlags: readonly TimeFlag[];
  readonly brokenRules: readonly BrokenRule[];
}): string[] {
  return [
    ...event.timeFlags.map((flag) => `${flag}: ${FLAGS[flag]}`),
    ...event.brokenRules.map(({ field, rule, shape }) => `breaks ${field}: ${rule} (${shape})`),
  ];
}

function verdictDetails(event: VerdictEvent): string[] {
  const { outcome, outcomeBefore, versions } = event;
  return [
    ...(outcomeBefore !== null && outcomeBefore !== outcome ? [`before: ${outcomeBefore}`] : []),
    ...event.findingsCame.map((finding) => `new finding: ${findingText(finding, event.findings)}`),
    ...event.findingsChanged.map((finding) => `now: ${findingText(finding, event.findings)}`),
    ...event.findingsWent.map(({ code }) => `no longer: ${code}`),
    ...(versions.length === 0 ? ['not published'] : []),
    ...versions.map(({ date, region, version }) => `published in ${date} ${region} v${version}`),
  ];
}

function withdrawalDetails({ record, recordAt, who, reason, entry }: WithdrawalEvent): string[] {
  return [
    `${KNOWN[record]} ${isoSeconds(recordAt)}`,
    `source withdrawn by ${who} (audit entry ${entry})`,
    ...(reason === null ? [] : [`because: ${reason}`]),
  ];
}

function decisionDetails({ reason, before, after }: DecisionEvent): string[] {
  return [
    ...(reason === null ? [] : [`because: ${reason}`]),
    ...(before === null ? [] : [`before: ${JSON.stringify(before)}`]),
    ...(after === null ? [] : [`after: ${JSON.stringify(after)}`]),
  ];
}

function findingText({ code, reason, expected, actual }: StoryFinding, findings: readonly string[]): string {
  // The finding's actual value is the reason as a code, so the text of the reason is shown instead.
  const stuck =
    code === 'STUCK_PROCESSING' && reason !== null ? stuckReasonText(reason, findings) : undefined;
  if (stuck !== undefined) return `${code}: ${expected === null ? '' : `expected ${expected}; `}${stuck}`;
  const sides = [
    ...(expected === null ? [] : [`expected ${expected}`]),
    ...(actual === null ? [] : [`is ${actual}`]),
  ];
  const about = [...(reason === null ? [] : [reason]), ...sides].join(', ');
  return about === '' ? code : `${code}: ${about}`;
}

function placeText({ source, line }: RecordPlace): string {
  return `${source}:${line}`;
}

function keyText({ orderNo, merchantId }: OrderKey): string {
  return `order ${orderNo} of merchant ${merchantId}`;
}

function labelled(label: string, value: string | null): string | null {
  return value === null ? null : `${label} ${value}`;
}

function words(...parts: ReadonlyArray<string | null>): string {
  return parts.filter((part) => part !== null && part !== '').join(' ');
}
