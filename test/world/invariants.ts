/** What must hold after each step, whatever it was. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { OUT, readRows } from './compare-facts.ts';
import type { Row } from './model/reports.ts';
import { datesUntil } from './steps/run.ts';
import { versionFolders } from './version-folders.ts';
import { Violation, type World } from './world.ts';

interface Manifest {
  readonly sources: ReadonlyArray<
    Readonly<Record<'records' | 'accepted' | 'duplicate' | 'rejected', number>>
  >;
  readonly totals: unknown;
}

/**
 * @param scope which dates' versions are compared with the store: after a step that judges orders those from the first
 * that it published on, after one that may touch everything all. The store itself is checked always.
 */
export async function checkInvariants(
  world: World,
  at: string,
  scope: 'read' | 'run' | 'all',
): Promise<void> {
  const fresh = checkPublished(world);
  for (const folder of fresh) checkVersion(join(world.place.cwd, OUT, folder));
  checkDelivered(world);
  const dates = datesUntil(world, world.latest);
  const reported = [...world.published.keys()].map(dateOf).sort();
  const [last] = reported.slice(-1);
  if (last === undefined) return;
  const first = scope === 'all' ? reported[0]! : (fresh.map(dateOf).sort()[0] ?? last);
  await checkStore(world, [first, last], at);
  if (scope !== 'read') await checkRollForward(world, dates, at);
}

/** A published file never changes and never goes. @returns folders of versions that are new */
function checkPublished(world: World): string[] {
  const out = join(world.place.cwd, OUT);
  const found = new Map<string, string>();
  const fresh = new Set<string>();
  for (const folder of versionFolders(out)) {
    for (const name of readdirSync(join(out, folder))) {
      const path = `${folder}/${name}`;
      found.set(
        path,
        createHash('sha256')
          .update(readFileSync(join(out, path)))
          .digest('hex'),
      );
      if (!world.published.has(path)) fresh.add(folder);
    }
  }
  for (const [path, digest] of world.published) {
    if (found.get(path) === digest) continue;
    throw new Violation(`published ${path} ${found.has(path) ? 'has changed' : 'is gone'}`);
  }
  const known = new Set([...world.published.keys()].map(folderOf));
  for (const path of found.keys()) {
    if (!world.published.has(path) && known.has(folderOf(path)))
      throw new Violation(`published ${path} was added to a version`);
  }
  for (const [path, digest] of found) world.published.set(path, digest);
  return [...fresh];
}

const dateOf = (path: string) => path.slice(0, 10);
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** Within a version: records and orders are counted once, and files are as its manifest says. */
function checkVersion(folder: string): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  for (const source of manifest.sources) {
    const { records, accepted, duplicate, rejected } = source;
    if (records !== accepted + duplicate + rejected)
      throw new Violation(`${folder}: ${JSON.stringify(source)} does not tie`);
  }
  const orders = readRows(join(folder, 'orders.csv'));
  const keys = new Set(orders.map((row) => `${row['merchant_id']} ${row['order_no']}`));
  if (keys.size !== orders.length) throw new Violation(`${folder}: an order is in orders.csv twice`);
  const summary = readRows(join(folder, 'daily-summary.csv'));
  const sumOf = (column: string) => summary.reduce((sum, row) => sum + Number(row[column]), 0);
  const outcomes = [
    'matched',
    'mismatch',
    'reversed',
    'stuck',
    'pending',
    'expired',
    'rejected',
    'failed',
    'orphan',
  ];
  for (const outcome of outcomes) {
    const rows = orders.filter((row) => row['outcome'] === outcome.toUpperCase());
    if (rows.length !== sumOf(outcome)) throw new Violation(`${folder}: ${outcome} does not tie`);
  }
  if (orders.length !== sumOf('orders')) throw new Violation(`${folder}: orders do not tie`);
}

/** The same bytes; the two descriptions of files name different places for their digests. */
function isSame(name: string, published: Buffer, delivered: Buffer): boolean {
  if (name !== 'datapackage.json') return published.equals(delivered);
  const [one, other] = [published, delivered].map((text) => ({
    ...JSON.parse(text.toString('utf8')),
    description: '',
  }));
  return isDeepStrictEqual(one, other);
}

/** What was delivered is what was published. */
function checkDelivered(world: World): void {
  const share = join(world.place.cwd, 'share');
  for (const folder of versionFolders(share)) {
    for (const name of readdirSync(join(share, folder))) {
      const published = join(world.place.cwd, OUT, folder, name);
      if (!existsSync(published)) continue;
      if (!isSame(name, readFileSync(published), readFileSync(join(share, folder, name))))
        throw new Violation(`delivered ${folder}/${name} is not what was published`);
    }
  }
}

async function checkStore(world: World, [from, to]: readonly [string, string], at: string): Promise<void> {
  const words = ['verify', '--from', from, '--to', to, '--json'];
  const { stdout, stderr } = await world.command(words, { at, refusals: /./ });
  if (stdout === '') throw new Violation(`verify: ${stderr}`);
  const { ok, results } = JSON.parse(stdout) as { ok: boolean; results: { state: string }[] };
  const changed = results.filter(({ state }) => state === 'changed');
  if (!ok || changed.length > 0) throw new Violation(`verify: ${JSON.stringify(changed, null, 1)}`);
}

/** The chain from date to date: what is open at the end of one is open at the start of the next. Purged dates have none. */
async function checkRollForward(world: World, all: readonly string[], at: string): Promise<void> {
  const dates = all.filter((date) => date >= world.purgedBefore);
  if (dates.length === 0) return;
  const period = ['--from', dates[0]!, '--to', dates.at(-1)!];
  const words = ['report', 'roll-forward', ...period, '--out', 'now', '--by-date', '--empty', '--json'];
  rmSync(join(world.place.cwd, 'now'), { recursive: true, force: true });
  await world.command(words, { at, refusals: /^error NOTHING_REPORTED: /m });
  for (const region of ['BR', 'EG']) {
    const rows = dates.flatMap((date) => {
      const path = join(world.place.cwd, 'now', date, region, 'roll-forward.csv');
      return existsSync(path) ? readRows(path) : [];
    });
    for (const currency of new Set(rows.map((row) => row['currency'])))
      checkChain(
        rows.filter((row) => row['currency'] === currency),
        `${region} ${currency}`,
      );
  }
}

const textOf = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const FLOWS = ['paid', 'rejected', 'failed', 'expired', 'reversed'];

function checkChain(rows: readonly Row[], what: string): void {
  for (const value of ['orders', 'minor', 'unreadable']) {
    let open: number | undefined;
    for (const row of rows) {
      const of = (stage: string) => Number(row[`${stage}_${value}`]);
      const closing = of('opening') + of('requested') - FLOWS.reduce((sum, flow) => sum + of(flow), 0);
      if (closing !== of('closing') || (open !== undefined && open !== of('opening')))
        throw new Violation(
          `roll-forward of ${what} on ${row['date']}: ${value} do not chain\n${textOf(rows)}`,
        );
      open = closing;
    }
  }
}
