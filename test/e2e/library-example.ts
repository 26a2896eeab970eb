import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Fault, ingest, loadSettings, openStore, reconcile, report, reportRows } from 'payin-recon';

const settings = loadSettings(); // payin-recon.yaml and the environment, as for the command
const store = await openStore(settings);
try {
  const sources = await ingest({ paths: ['logs/'], settings, store });
  for (const { name, accepted, rejected } of sources) console.log(name, accepted, rejected);

  const date = '2024-11-19';
  // Without asOf, as it looks now.
  const { versions } = await reconcile({ date, asOf: '2024-11-20T12:00:00Z', settings, store });
  for (const { region, version, state } of versions) console.log(date, region, `v${version}`, state);

  let paidMinor = 0n;
  for await (const order of reportRows({ name: 'orders', date, region: 'BR', version: 1, settings, store })) {
    paidMinor += BigInt(order['paid_minor'] ?? 0);
    if (order['outcome'] !== 'MATCHED') console.log(order['order_no'], order['outcome'], order['findings']);
  }
  console.log('paid', paidMinor, 'centavos');

  const stuck = report({ name: 'stuck-orders', date, version: 1, settings, store });
  await pipeline(stuck, createWriteStream('stuck.csv'));
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  console.error(error.code, error.detail.where, error.detail.found);
  process.exitCode = error.exitCode;
} finally {
  await store.close();
}
