import { may, sees } from '../../access/account.ts';
import type { FindingKey } from '../../books/findings/current-findings.ts';
import { decideKeys, decideWithEntries } from '../../books/findings/decide.ts';
import {
  type Action,
  CLOSING,
  type FindingDecision,
  refusal,
  requestOf,
  stateOf,
} from '../../books/findings/decision.ts';
import { keyText } from '../../books/findings/keep-decisions.ts';
import { RefusedDecisions } from '../../books/findings/refused-decisions.ts';
import { writeOffAmounts } from '../../books/findings/write-off-amount.ts';
import { storedDecisions } from '../../books/shown/stored-decisions.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import type { RefusalCode } from '../../texts/page/refusal-texts.ts';
import { confirmAddress, decidedAddress } from '../addresses.ts';
import { Problem } from '../problem.tsx';
import { once } from '../sent-forms.ts';
import type { Route, SignedInVisit } from '../visit.ts';
import { type AskedDecision, askedDecision, type Chosen } from './asked-decision.ts';
import { type ChosenKey, digestOf, requestDigest, valuesDigest } from './chosen-key.ts';
import { incompletePage } from './incomplete-page.tsx';
import { limitedFindings } from './limited-findings.ts';
import { isRefusal, refusedPage } from './refused-page.tsx';

/** How long a decision waits while another one is stored. */
const PATIENCE_MILLISECONDS = 5_000;

/** Thrown where other findings match a filter than the reader has confirmed. */
class ListChanged extends Error {}

/** Thrown where a decision would be about something that the reader has not seen. */
class NotSeen extends Error {
  readonly code: RefusalCode;
  readonly findings: readonly FindingKey[];

  constructor(code: RefusalCode, findings: readonly FindingKey[]) {
    super(code);
    this.code = code;
    this.findings = findings;
  }
}

/** Decides about the chosen findings: about all of them, or about none. */
export const decideRoute: Route = {
  method: 'POST',
  path: '/findings/decide',
  right: 'decide',
  // Ten thousand chosen findings with their keys.
  largestFormBytes: 4_000_000,
  handle: async (visit) => {
    const asked = await askedDecision(visit);
    const { action } = asked;
    const isAnswer = action === 'approve' || action === 'decline';
    if (isAnswer && !may(visit.account, 'approve')) throw new Problem('forbidden');
    if (asked.missing !== undefined || action === undefined) {
      return incompletePage(visit, asked, asked.missing ?? 'noAction');
    }
    try {
      return await once(visit, () => decide(visit, asked, action));
    } catch (error) {
      if (error instanceof Fault && error.code === 'STORE_LOCKED')
        return incompletePage(visit, asked, 'busy');
      const code = refusalOf(error);
      if (code === undefined) throw error;
      return refusedPage(
        visit,
        asked,
        code,
        async (session) => findingsIn(error) ?? keysOf(session, visit, asked.chosen),
      );
    }
  },
};

/** Stores the decisions and returns the address that shows them. */
async function decide(visit: SignedInVisit, asked: AskedDecision, action: Action): Promise<string> {
  const { store, settings, account, now } = visit;
  const { chosen, then } = asked;
  const decision = { action, text: action === 'assign' ? asked.person : asked.text };
  const request = {
    ...{ at: now(), who: account.name, settings, merchants: account.merchants },
    patienceMilliseconds: PATIENCE_MILLISECONDS,
  };
  try {
    const { entries } = await decideWithEntries(store, request, (session) =>
      decisionsOf(session, visit, chosen, decision),
    );
    return decidedAddress(entries[0]!, entries.at(-1)!, then);
  } catch (error) {
    if (!(error instanceof ListChanged) || chosen.kind !== 'filter') throw error;
    return confirmAddress({ ...chosen.asked.query, notice: 'changed' });
  }
}

async function decisionsOf(
  session: Session,
  visit: SignedInVisit,
  chosen: Chosen,
  decision: Omit<FindingDecision, 'finding'>,
): Promise<FindingDecision[]> {
  if (chosen.kind === 'filter') {
    const found = await limitedFindings(session, chosen.asked.filter);
    if (found === undefined) throw new ListChanged();
    const amountsOf = await writeOffAmounts(session, found);
    if (digestOf(found, amountsOf) !== chosen.digest) throw new ListChanged();
    return found.map((finding) => ({ ...decision, finding }));
  }
  const keys = await keysOf(session, visit, chosen);
  // The same for what belongs to others as for what does not exist.
  if (keys.some(({ merchant_id }) => !sees(visit.account, merchant_id))) throw new Fault('FINDING_UNKNOWN');
  if (chosen.kind === 'entries') await checkNewest(session, visit, chosen);
  const decisions = await decideKeys(session, keys, decision);
  if (chosen.kind === 'keys') await checkSeen(session, chosen.keys, decisions);
  return decisions;
}

/**
 * Refuses to answer a request for a write-off that the reader did not see, to close a finding with other values, and to
 * do anything but add a note after somebody else has decided. What the state does not allow is refused later, which says
 * more.
 */
async function checkSeen(
  session: Session,
  keys: readonly ChosenKey[],
  decisions: readonly FindingDecision[],
): Promise<void> {
  const seen = new Map(keys.map((key) => [keyText(key), key]));
  const amountsOf = await writeOffAmounts(session, keys);
  const allowed = decisions.filter(({ finding, action }) => refusal(stateOf(finding), action) === undefined);
  const notSeen = (code: RefusalCode, isOther: (decision: FindingDecision, key: ChosenKey) => boolean) => {
    const others = allowed.filter((one) => isOther(one, seen.get(keyText(one.finding))!));
    if (others.length > 0)
      throw new NotSeen(
        code,
        others.map(({ finding }) => finding),
      );
  };
  notSeen('REQUEST_CHANGED', ({ finding, action }, { request }) => {
    const isAnswer = action === 'approve' || action === 'decline';
    return isAnswer && request !== requestDigest(requestOf(finding));
  });
  notSeen('VALUES_CHANGED', ({ finding, action }, { values }) => {
    return CLOSING[action] !== undefined && values !== valuesDigest(finding, amountsOf(finding));
  });
  notSeen('DECIDED_MEANWHILE', ({ finding, action }, { entry }) => {
    return action !== 'note' && entry !== (finding.newest_entry ?? '');
  });
}

function refusalOf(error: unknown): RefusalCode | undefined {
  if (error instanceof NotSeen) return error.code;
  return error instanceof Fault && isRefusal(error.code) ? error.code : undefined;
}

/** The findings that a refusal names; undefined for one about those that do not exist, or that names none. */
function findingsIn(error: unknown): readonly FindingKey[] | undefined {
  if (error instanceof NotSeen) return error.findings;
  return error instanceof RefusedDecisions && error.code !== 'FINDING_UNKNOWN' ? error.findings : undefined;
}

/** Refuses to undo decisions after which others were made about the same findings. */
async function checkNewest(
  session: Session,
  { account }: SignedInVisit,
  { entries }: Extract<Chosen, { kind: 'entries' }>,
): Promise<void> {
  const stored = await storedDecisions(session, entries, account.merchants);
  if (stored.length === 0) throw new Fault('FINDING_UNKNOWN');
  const outdated = stored.filter(({ isNewest }) => !isNewest);
  if (outdated.length > 0) throw new NotSeen('NOTHING_TO_UNDO', outdated);
}

/** The keys of the findings that a form is about. */
async function keysOf(
  session: Session,
  visit: SignedInVisit,
  chosen: Chosen,
): Promise<readonly FindingKey[]> {
  if (chosen.kind === 'keys') return chosen.keys;
  if (chosen.kind === 'filter') return (await limitedFindings(session, chosen.asked.filter)) ?? [];
  return storedDecisions(session, chosen.entries, visit.account.merchants);
}
