import { isoInstant } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { Severity } from '../../settings/severity.ts';
import type { CurrentFinding } from './current-findings.ts';
import { requestOf, stateName, type WriteOffRequest } from './decision.ts';
import type { FindingLife, LifeEvent } from './finding-life.ts';
import type { CaseChange } from './keep-decisions.ts';

/** A write-off that waits for approval as --json and the library return it. */
export interface RequestJson {
  readonly by: string;
  readonly reason: string;
  /** `null` if it cannot be read. */
  readonly currency: string | null;
  /** In minor units; `null` if it cannot be read. */
  readonly amount_minor: string | null;
}

function requestJson(request: WriteOffRequest | null): RequestJson | null {
  if (request === null) return null;
  const { by, reason, currency, amountMinor } = request;
  return { by, reason, currency, amount_minor: amountMinor };
}

/** A finding as --json and the library return it; instants in ISO 8601 and UTC. */
export interface FindingJson
  extends Pick<
    CurrentFinding,
    | 'code'
    | 'severity'
    | 'business_date'
    | 'region'
    | 'merchant_id'
    | 'sub_merchant_id'
    | 'order_no'
    | 'trade_no'
    | 'expected'
    | 'actual'
    | 'reason'
    | 'explanation'
    | 'first_seen_at'
    | 'age_bucket'
    | 'assignee'
    | 'last_note'
    | 'state_reason'
  > {
  readonly state: string;
  readonly age_days: number;
  /** The write-off that waits for approval, if one does. */
  readonly awaiting: RequestJson | null;
}

export function findingJson(row: CurrentFinding): FindingJson {
  return {
    code: row.code,
    severity: row.severity,
    state: stateName(row.state),
    business_date: row.business_date,
    region: regionFolder(row.region),
    merchant_id: row.merchant_id,
    sub_merchant_id: row.sub_merchant_id,
    order_no: row.order_no,
    trade_no: row.trade_no,
    expected: row.expected,
    actual: row.actual,
    reason: row.reason,
    explanation: row.explanation,
    first_seen_at: isoInstant(row.first_seen_at),
    age_days: Number(row.age_days),
    age_bucket: row.age_bucket,
    assignee: row.assignee,
    last_note: row.last_note,
    state_reason: row.state_reason,
    awaiting: requestJson(requestOf(row)),
  };
}

/** The history of a finding as --json and the library return it. */
export interface FindingLifeJson {
  readonly order_no: string;
  readonly merchant_id: string;
  readonly business_date: string;
  readonly region: string;
  readonly state: string;
  readonly code: string;
  readonly severity: Severity;
  readonly explanation: string;
  readonly assignee: string | null;
  readonly note: string | null;
  readonly awaiting: RequestJson | null;
  readonly events: ReadonlyArray<Omit<LifeEvent, 'asOf'> & { readonly as_of: string | null }>;
}

export function findingLifeJson(shown: FindingLife): FindingLifeJson {
  const { orderNo, merchantId, businessDate, region, state, awaiting, events } = shown;
  const { code, severity, explanation, assignee, note } = shown;
  return {
    order_no: orderNo,
    merchant_id: merchantId,
    business_date: businessDate,
    region: regionFolder(region),
    state: stateName(state),
    code,
    severity,
    explanation,
    assignee,
    note,
    awaiting: requestJson(awaiting),
    events: events.map(({ at, asOf, ...event }) => ({
      at: isoInstant(at),
      as_of: asOf === null ? null : isoInstant(asOf),
      ...event,
    })),
  };
}

interface DecidedStateJson {
  readonly state: string;
  readonly assignee: string | null;
  readonly note: string | null;
  readonly reason: string | null;
  readonly awaiting: RequestJson | null;
}

/** A decision as --json and the library return it. */
export interface DecisionJson {
  readonly code: string;
  readonly merchant_id: string;
  readonly order_no: string;
  readonly action: string;
  readonly text: string | null;
  readonly before: DecidedStateJson;
  readonly after: DecidedStateJson;
}

export function changeJson({ finding, action, text, before, after }: CaseChange): DecisionJson {
  const shown = ({ state, assignee, note, reason, awaiting }: CaseChange['before']) => ({
    state: stateName(state),
    assignee,
    note,
    reason,
    awaiting: requestJson(awaiting),
  });
  return {
    code: finding.code,
    merchant_id: finding.merchant_id,
    order_no: finding.order_no,
    action,
    text,
    before: shown(before),
    after: shown(after),
  };
}
