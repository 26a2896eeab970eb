import { stringify } from 'csv-stringify/sync';
import { expect, it } from 'vitest';
import { onEngines } from '../support/engines.ts';
import { payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { read, write } from './reading.ts';

onEngines('identifiers that the database cannot hold', (engine) => {
  it.each(['NDJSON', 'CSV with JSON cells', 'CSV', 'unwrapped JSON'])(
    'never makes one order of two, nor of an escape written out: %s',
    async (form) => {
      const store = await engine.emptied();
      const odd = ['A\0', 'A\\u0000', 'A\\\0', 'A\\\\u0000', 'A\ud800', 'A\\ud800', 'A\\\ud800'];
      // Half a character cannot be written to a file but as an escape of JSON.
      const orderNos = odd.filter((orderNo) => form !== 'CSV' || orderNo.isWellFormed());
      const folder = temporaryFolder();
      for (const [index, orderNo] of orderNos.entries()) {
        const [name, content] = formOf(form, orderNo, index);
        await read(store, [write(folder, name, content)]);
      }
      const kept = await store.session(({ db }) =>
        db.selectFrom('pay_ins').select(['order_no', 'trade_no']).execute(),
      );
      expect(new Set(kept.map(({ order_no }) => order_no)).size).toBe(orderNos.length);
      expect(new Set(kept.map(({ trade_no }) => trade_no)).size).toBe(orderNos.length);
    },
  );
});

/** A pay-in record with an odd order and trade number in a file of its own. */
function formOf(form: string, orderNo: string, index: number): [name: string, content: string] {
  const line = payInLine({ orderNo, tradeNo: orderNo });
  if (form === 'NDJSON') return [`${index}.ndjson`, `${line}\n`];
  const { sentAt, request, response } = JSON.parse(line);
  if (form === 'unwrapped JSON') {
    const wrapped = {
      sentAt,
      request: JSON.stringify(request),
      response: { body: JSON.stringify(response.body) },
    };
    return [`${index}.ndjson`, `${JSON.stringify(wrapped)}\n`];
  }
  const rows =
    form === 'CSV'
      ? [
          [
            'request.body.orderNo',
            'request.body.merchant.merchantId',
            'sentAt',
            'response.body.code',
            'response.body.tradeNo',
          ],
          [orderNo, 'M1', sentAt, '00', orderNo],
        ]
      : [
          ['sentAt', 'request', 'response'],
          [sentAt, JSON.stringify(request), JSON.stringify(response)],
        ];
  return [`${index}.csv`, stringify(rows)];
}
