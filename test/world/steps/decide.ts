import type { Decide } from '../actions.ts';
import { Violation, type World } from '../world.ts';

interface Finding {
  readonly code: string;
  readonly merchant_id: string;
  readonly order_no: string;
}

const REFUSALS =
  /^error (FINDING_[A-Z_]+|APPROVAL_NEEDED_BY_ANOTHER|NOTHING_TO_UNDO|NOT_RECONCILED|WRITE_OFF_[A-Z_]+): /m;
/** Which findings a decision chooses among. */
const AMONG: Readonly<Partial<Record<Decide['what'], readonly string[]>>> = {
  approve: ['--awaiting'],
  decline: ['--awaiting'],
  reopen: ['--state', 'all'],
  undo: ['--state', 'all'],
};
const CLOSES = ['resolve', 'accept', 'write-off', 'approve'];

export async function decide(world: World, { at, what, number }: Decide): Promise<void> {
  const list = async (words: readonly string[]) => {
    const { stdout } = await world.command(['findings', 'list', ...words, '--json'], {
      at,
      refusals: REFUSALS,
    });
    return stdout === '' ? [] : (JSON.parse(stdout) as { findings: Finding[] }).findings;
  };
  const among = await list(AMONG[what] ?? []);
  const chosen = among[number % (among.length || 1)];
  if (chosen === undefined) return;
  const { code, merchant_id, order_no } = chosen;
  const by = ['--by', number % 2 === 0 ? 'ana' : 'bruno'];
  const why = what === 'assign' ? ['--person', 'carla'] : what === 'note' ? [] : ['--reason', 'a reason'];
  const text = what === 'note' ? ['--text', 'a note'] : [];
  const words = [
    'findings',
    what,
    order_no,
    code,
    '--merchant',
    merchant_id,
    ...by,
    ...why,
    ...text,
    '--json',
  ];
  const outcome = await world.command(words, { at, refusals: REFUSALS });
  if (outcome.code !== 0) return;
  world.decided.add(`${merchant_id} ${order_no} ${code}`);
  const { decisions } = JSON.parse(outcome.stdout) as { decisions: { after: { state: string } }[] };
  const isClosed = CLOSES.includes(what) && decisions[0]?.after.state !== 'open';
  const isListed = (await list([])).some(
    (one) => one.code === code && one.order_no === order_no && one.merchant_id === merchant_id,
  );
  if (isClosed && isListed) throw new Violation(`${words.join(' ')}: the finding is still open`);
}
