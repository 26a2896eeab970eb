import { type Account, may, sees } from '../../access/account.ts';
import { namesOfUser } from '../../access/former-names.ts';
import { nameKey } from '../../access/user-name.ts';
import { readUser } from '../../access/users.ts';
import type { Session } from '../../database/store.ts';
import type { Settings } from '../../settings/schema.ts';
import { plain } from '../../terminal-text.ts';
import { closedText } from './closed-text.ts';
import type { CurrentFinding } from './current-findings.ts';
import {
  type Action,
  type CaseState,
  type FindingDecision,
  REQUEST,
  type Refusal,
  refusal,
  stateAfter,
  stateOf,
} from './decision.ts';
import { type CaseChange, type Decider, keyText } from './keep-decisions.ts';
import { RefusedDecisions } from './refused-decisions.ts';
import { type NewestEntry, newestEntries, whyNotUndone } from './undoable.ts';
import { amountAboveLimit, amountText, type FindingAmount, writeOffAmounts } from './write-off-amount.ts';

const MOST_REFUSED = 20;

/** Who decides, when, and what limits it. */
export interface ChangeRequest extends Decider {
  /** Largest amounts that one person may write off. */
  readonly settings: Pick<Settings, 'decisions'>;
  /** The only merchants about whose findings may be decided; others are unknown to who decides. */
  readonly merchants?: readonly string[] | undefined;
}

/** What decisions depend on besides the findings. */
interface Known {
  readonly request: ChangeRequest;
  readonly amountsOf: (finding: CurrentFinding) => readonly FindingAmount[];
  readonly newest: ReadonlyMap<string, NewestEntry>;
  /** Why the decider may approve nothing; undefined if he may. */
  readonly notApprover: string | undefined;
  readonly account: Account | undefined;
  /** Keys of the names that the decider has or had. */
  readonly ownKeys: ReadonlySet<string>;
}

type RefusalCode =
  | Refusal
  | 'FINDING_UNKNOWN'
  | 'APPROVAL_NEEDED_BY_ANOTHER'
  | 'NOT_PERMITTED'
  | 'NOTHING_TO_UNDO';

interface Refused {
  readonly code: RefusalCode;
  readonly finding: CurrentFinding;
  /** What was found; undefined where the code says it all, or where {@link closedText} does. */
  readonly found?: string;
}

const EXPECTED: Partial<Readonly<Record<RefusalCode, string>>> = {
  FINDING_CLOSED: 'an open finding',
  APPROVAL_NEEDED_BY_ANOTHER: 'the approval of another person',
  NOT_PERMITTED: 'a user of the store with the role approver or admin, who sees the merchant',
};

/**
 * The changes that decisions make. A write-off above the limit becomes a request that waits for approval.
 * @throws RefusedDecisions FINDING_UNKNOWN for another merchant than the request's, FINDING_CLOSED, FINDING_OPEN, FINDING_WAITING,
 * FINDING_NOT_WAITING, APPROVAL_NEEDED_BY_ANOTHER, NOT_PERMITTED, NOTHING_TO_UNDO
 */
export async function changesOf(
  session: Session,
  request: ChangeRequest,
  decisions: readonly FindingDecision[],
): Promise<CaseChange[]> {
  const known = await knownOf(session, request, decisions);
  const states = new Map<string, CaseState>();
  const changes: CaseChange[] = [];
  const refused: Refused[] = [];
  for (const decision of decisions) {
    const { finding, action, text } = decision;
    const key = keyText(finding);
    const before = states.get(key) ?? stateOf(finding);
    const refusedOne = refusedOf(known, before, decision);
    if (refusedOne !== undefined) {
      refused.push(refusedOne);
      continue;
    }
    const toApprove =
      action === 'write-off'
        ? amountAboveLimit(known.amountsOf(finding), request.settings.decisions.writeOffLimits)
        : undefined;
    const after = stateAfter(before, decision, {
      who: request.who,
      toApprove,
      previous: known.newest.get(key)?.previous,
    });
    states.set(key, after);
    const kept = toApprove === undefined ? action : REQUEST;
    changes.push({ finding, action: kept, text: text === '' ? null : text, before, after });
  }
  const [first] = refused;
  if (first === undefined) return changes;
  const alike = refused.filter(({ code }) => code === first.code);
  throw await refusedFault(session, first.code, alike);
}

async function knownOf(
  session: Session,
  request: ChangeRequest,
  decisions: readonly FindingDecision[],
): Promise<Known> {
  const findingsOf = (...actions: Action[]) =>
    decisions.filter(({ action }) => actions.includes(action)).map(({ finding }) => finding);
  const approves = findingsOf('approve').length > 0;
  const user = approves ? await readUser(session, request.who) : undefined;
  const ownNames = approves ? await namesOfUser(session, request.who) : [request.who];
  const ownKeys = new Set([...ownNames].map(nameKey));
  const amountsOf = await writeOffAmounts(session, findingsOf('write-off', 'undo'));
  const newest = await newestEntries(session, findingsOf('undo'));
  return { request, amountsOf, newest, account: user, ownKeys, notApprover: whyNotApprover() };

  function whyNotApprover(): string | undefined {
    if (user === undefined) return `no user ${request.who}`;
    if (user.disabledAt !== undefined) return `user ${user.name}, who is disabled`;
    return may(user, 'approve') ? undefined : `user ${user.name} with the role ${user.role}`;
  }
}

function refusedOf(known: Known, before: CaseState, decision: FindingDecision): Refused | undefined {
  const { finding, action } = decision;
  const { request, account, notApprover } = known;
  if (request.merchants !== undefined && !request.merchants.includes(finding.merchant_id)) {
    return { code: 'FINDING_UNKNOWN', finding };
  }
  const code = refusal(before, action);
  if (code !== undefined) {
    const { awaiting } = before;
    return code === 'FINDING_WAITING' && awaiting !== null
      ? { code, finding, found: `${amountText(awaiting)}, asked for by ${awaiting.by}: ${awaiting.reason}` }
      : { code, finding };
  }
  if (action === 'undo') {
    const { writeOffLimits } = request.settings.decisions;
    const newest = known.newest.get(keyText(finding));
    const found = whyNotUndone(finding, newest, known.amountsOf(finding), writeOffLimits);
    return found === undefined ? undefined : { code: 'NOTHING_TO_UNDO', finding, found };
  }
  if (action !== 'approve') return undefined;
  if (before.awaiting !== null && known.ownKeys.has(nameKey(before.awaiting.by))) {
    const { by } = before.awaiting;
    const isOwn = nameKey(by) === nameKey(request.who);
    const other = isOwn ? 'the same name written otherwise' : `an earlier name of ${request.who}`;
    const also = by === request.who ? '' : `, ${other}`;
    return { code: 'APPROVAL_NEEDED_BY_ANOTHER', finding, found: `asked for by ${by}${also}` };
  }
  if (notApprover !== undefined) return { code: 'NOT_PERMITTED', finding, found: notApprover };
  if (account !== undefined && sees(account, finding.merchant_id)) return undefined;
  return { code: 'NOT_PERMITTED', finding, found: `user ${request.who}, who does not see this merchant` };
}

/**
 * The fault for findings that the action does not apply to. For a closed finding it says who closed it, when, how and
 * why, since another person may just have done so.
 */
async function refusedFault(
  session: Session,
  code: RefusalCode,
  refused: readonly Refused[],
): Promise<RefusedDecisions> {
  const findings = refused.map(({ finding }) => finding);
  const expected = EXPECTED[code] === undefined ? {} : { expected: EXPECTED[code] };
  const foundOf = async ({ finding, found }: Refused) =>
    code === 'FINDING_CLOSED' ? await closedText(session, finding) : found && plain(found);
  const [first] = refused;
  if (refused.length === 1) {
    const found = await foundOf(first!);
    const detail = {
      where: placeOf(first!.finding),
      ...(found === undefined ? {} : { found }),
      ...expected,
    };
    return new RefusedDecisions(code, detail, findings);
  }
  const found: string[] = [];
  for (const one of refused.slice(0, MOST_REFUSED)) {
    const said = await foundOf(one);
    found.push(said === undefined ? placeOf(one.finding) : `${placeOf(one.finding)}: ${said}`);
  }
  if (refused.length > MOST_REFUSED) found.push(`and ${refused.length - MOST_REFUSED} more`);
  const detail = { where: `${refused.length} findings`, found, ...expected };
  return new RefusedDecisions(code, detail, findings);
}

function placeOf({ order_no, merchant_id, code }: CurrentFinding): string {
  return plain(`${order_no} of merchant ${merchant_id}, ${code}`);
}
