import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import type { Settings } from '../../settings/schema.ts';
import type { UnreadColumn } from '../cells/unread-cells.ts';
import { proposeAbsent } from '../propose/propose-absent.ts';
import type { StagedSource } from '../stage-source.ts';
import type { RemarkableRows } from '../staging/remarkable-rows.ts';
import { type BankReferences, bankReferences } from './bank-references.ts';
import { proveStatement, type StatementProof } from './statement-proof.ts';
import { type UnmappedWords, unmappedWords } from './unmapped-words.ts';

const MOST_RECORDS = 3;

/** A record as it would be kept, for a person who checks a mapping. */
export interface SampledRecord {
  readonly what: 'pay-in' | 'request' | 'response' | 'callback' | 'statement' | 'bank';
  readonly line: string;
  readonly merchantId: string;
  readonly orderNo: string;
  /** Empty for none. */
  readonly region: string;
  readonly currency: string | null;
  /** Minor units of the currency; null where the text cannot be read exactly or has no currency. */
  readonly minor: string | null;
  readonly amountText: string | null;
  readonly status: string | null;
  /** When it was requested or received, in UTC as PostgreSQL writes it. */
  readonly at: string;
}

export interface SourceSample {
  readonly records: readonly SampledRecord[];
  readonly rejected: ReadonlyArray<{
    readonly reason: string;
    readonly lines: string;
    readonly first: string;
  }>;
  /** Paths to propose for the setting absent: no record has them. */
  readonly absent: readonly string[];
  /** Columns of a table with cells that are not written as it says, and what to set. */
  readonly unread: readonly UnreadColumn[];
  /** Rows of a table that are left out as its footer; absent for none. */
  readonly footer?: RemarkableRows;
  /** How the rows of a statement compare with callbacks; absent where there is nothing to compare. */
  readonly proof?: StatementProof;
  /** Of statements: the words of types and statuses that the settings do not map. */
  readonly words?: readonly UnmappedWords[];
  /** Of bank rows: how many name a payout; absent where none has a reference. */
  readonly references?: BankReferences;
}

/** What the source that has just been staged would become, for a person who checks a mapping. */
export async function sampleOf(
  session: Session,
  settings: Settings,
  most: number | undefined,
  { fields, unread, footer, statements, bankRows }: StagedSource,
): Promise<SourceSample> {
  const records = await firstRecords(session, most);
  const rejected = await rejectedLines(session);
  const words = statements === 0 ? undefined : await unmappedWords(session, settings);
  const proof = statements === 0 ? undefined : await proveStatement(session, settings);
  const references = bankRows === 0 ? undefined : await bankReferences(session);
  return {
    ...{ records, rejected, absent: proposeAbsent(fields, settings), unread },
    ...(footer === undefined ? {} : { footer }),
    ...(words === undefined ? {} : { words }),
    ...(proof === undefined ? {} : { proof }),
    ...(references === undefined ? {} : { references }),
  };
}

async function firstRecords(session: Session, most = MOST_RECORDS): Promise<SampledRecord[]> {
  const { rows } = await sql<SampledRecord>`
    (select case when has_request then case when has_response then 'pay-in' else 'request' end
                 else 'response' end as what,
            line, merchant_id as "merchantId", order_no as "orderNo", region,
            coalesce(currency, response_currency) as currency,
            case when has_request then amount_minor else response_amount_minor end as minor,
            case when has_request then amount_text else response_amount_text end as "amountText",
            response_status as status, requested_at as at
     from stage_pay_ins order by line limit ${most})
    union all
    (select 'callback', line, merchant_id, order_no, region, currency, amount_minor, amount_text, status, received_at
     from stage_callbacks order by line limit ${most})
    union all
    (select 'statement', line, merchant_id, order_no, region, currency, gross_minor, gross_text,
            type || ' ' || status, coalesce(completed_at, logged_at)
     from stage_statements order by line limit ${most})
    union all
    (select 'bank', line, '', coalesce(reference, ''), region, currency, amount_minor, amount_text, null, logged_at
     from stage_bank_rows order by line limit ${most})`.execute(session.db);
  return rows;
}

async function rejectedLines(session: Session): Promise<SourceSample['rejected']> {
  const { rows } = await sql<SourceSample['rejected'][number]>`
    select reason, count(*) as lines, min(line) as first
    from stage_rejects
    group by reason
    order by count(*) desc, reason`.execute(session.db);
  return rows;
}
