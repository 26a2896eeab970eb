import { may, sees } from '../../access/account.ts';
import type { FindingKey } from '../../books/findings/current-findings.ts';
import { decideKeys, decideWithEntries } from '../../books/findings/decide.ts';
import { type Action, CLOSING, type FindingDecision, requestOf } from '../../books/findings/decision.ts';
import { keyText } from '../../books/findings/keep-decisions.ts';
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

/** Thrown where another write-off waits than the reader has seen. */
class RequestChanged extends Error {}

/** Thrown where findings have other values than the reader has seen. */
class ValuesChanged extends Error {}

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
      return refusedPage(visit, asked, code, (session) => keysOf(session, visit, asked.chosen));
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
    if (found === undefined || digestOf(found) !== chosen.digest) throw new ListChanged();
    return found.map((finding) => ({ ...decision, finding }));
  }
  const keys = await keysOf(session, visit, chosen);
  // The same for what belongs to others as for what does not exist.
  if (keys.some(({ merchant_id }) => !sees(visit.account, merchant_id))) throw new Fault('FINDING_UNKNOWN');
  if (chosen.kind === 'entries') await checkNewest(session, visit, chosen);
  const decisions = await decideKeys(session, keys, decision);
  if (chosen.kind === 'keys') checkSeen(chosen.keys, decisions);
  return decisions;
}

/** Refuses to answer a request for a write-off that the reader did not see, and to close a finding with other values. */
function checkSeen(keys: readonly ChosenKey[], decisions: readonly FindingDecision[]): void {
  const seen = new Map(keys.map((key) => [keyText(key), key]));
  for (const { finding, action } of decisions) {
    const { request, values } = seen.get(keyText(finding))!;
    const waiting = requestOf(finding);
    const isAnswer = action === 'approve' || action === 'decline';
    if (isAnswer && waiting !== null && request !== requestDigest(waiting)) throw new RequestChanged();
    const closes = finding.state === 'open' && CLOSING[action] !== undefined;
    if (closes && values !== valuesDigest(finding)) throw new ValuesChanged();
  }
}

function refusalOf(error: unknown): RefusalCode | undefined {
  if (error instanceof RequestChanged) return 'REQUEST_CHANGED';
  if (error instanceof ValuesChanged) return 'VALUES_CHANGED';
  return error instanceof Fault && isRefusal(error.code) ? error.code : undefined;
}

/** Refuses to undo decisions after which others were made about the same findings. */
async function checkNewest(
  session: Session,
  { account }: SignedInVisit,
  { entries }: Extract<Chosen, { kind: 'entries' }>,
): Promise<void> {
  const stored = await storedDecisions(session, entries, account.merchants);
  if (stored.length === 0) throw new Fault('FINDING_UNKNOWN');
  if (stored.some(({ isNewest }) => !isNewest)) throw new Fault('NOTHING_TO_UNDO');
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
