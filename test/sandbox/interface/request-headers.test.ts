import { describe, expect, it } from 'vitest';
import { brazilOrder, egyptOrder } from '../pay-in-requests.ts';
import { serveSandbox } from '../served-sandbox.ts';
import { expectRefused } from '../verdicts.ts';

describe('Pay-in request headers', () => {
  it('Content-Type, mandatory: application/json', async () => {
    const served = await serveSandbox();
    const body = brazilOrder();
    expectRefused(await served.send(body, { 'Content-Type': undefined }), 'headerMissing', /Content-Type/);
    for (const type of [
      'text/plain',
      'application/xml',
      'application/jsonp',
      'application/x-www-form-urlencoded',
    ]) {
      expectRefused(await served.send(body, { 'Content-Type': type }), 'contentType', type);
    }
    const answer = await served.send(body, { 'Content-Type': 'Application/JSON; charset=utf-8' });
    expect(answer.body.code).toBe('00');
  });

  it('X-TIMESTAMP, mandatory: yyyy-MM-ddTHH:mm:ss±HH:mm', async () => {
    const served = await serveSandbox();
    const send = (time: string | undefined) => served.send(brazilOrder(), { 'X-TIMESTAMP': time });
    expectRefused(await send(undefined), 'headerMissing', /X-TIMESTAMP/);
    expectRefused(await send(''), 'headerMissing', /X-TIMESTAMP/);
    for (const time of [
      ...['2026-11-19T10:05:00', '2026-11-19T10:05:00Z', '2026-11-19 10:05:00-03:00', '1763557500'],
      ...[
        '2026-11-19T10:05:00.000-03:00',
        '2026-11-19T10:05:00-0300',
        '2026-11-31T10:05:00-03:00',
        '2026-11-19T24:05:00-03:00',
      ],
    ]) {
      expectRefused(await send(time), 'fieldInvalid', /X-TIMESTAMP:/);
    }
    expect((await send('2026-11-19T10:05:00-03:00')).body.code).toBe('00');
  });

  it('X-TIMESTAMP: offset of the region, e.g. -03:00 for Brazil', async () => {
    const served = await serveSandbox();
    for (const offset of ['-02:00', '+00:00', '+02:00', '+03:00']) {
      const answer = await served.send(brazilOrder(), { 'X-TIMESTAMP': `2026-11-19T10:05:00${offset}` });
      expectRefused(answer, 'fieldInvalid', /X-TIMESTAMP: the region's offset/);
    }
    const answer = await served.send(brazilOrder(), { 'X-TIMESTAMP': '2026-07-01T10:05:00-03:00' });
    expect(answer.body.code).toBe('00');
  });

  it('X-TIMESTAMP: offset of the region, e.g. +02:00 for Egypt, +03:00 in its summer', async () => {
    const served = await serveSandbox();
    const send = (time: string, orderNo = 'EG0001') =>
      served.send(egyptOrder({ orderNo }), { 'X-TIMESTAMP': time });
    expectRefused(await send('2026-11-19T15:05:00-03:00'), 'fieldInvalid', /X-TIMESTAMP/);
    expectRefused(await send('2026-11-19T15:05:00+03:00'), 'fieldInvalid', /X-TIMESTAMP/);
    expectRefused(await send('2026-07-01T15:05:00+02:00'), 'fieldInvalid', /X-TIMESTAMP/);
    expect((await send('2026-11-19T15:05:00+02:00')).body.code).toBe('00');
    expect((await send('2026-07-01T15:05:00+03:00', 'EG0002')).body.code).toBe('00');
  });

  it('X-SIGNATURE, mandatory', async () => {
    const served = await serveSandbox();
    for (const signature of [undefined, '']) {
      const answer = await served.send(brazilOrder(), { 'X-SIGNATURE': signature });
      expectRefused(answer, 'headerMissing', /X-SIGNATURE/);
    }
  });

  it("X-PARTNER-ID, mandatory: the merchant's identifier, alphanumeric", async () => {
    const served = await serveSandbox();
    const send = (partner: string | undefined, merchantId = 'M001') =>
      served.send(brazilOrder({ merchant: { merchantId } }), { 'X-PARTNER-ID': partner });
    expectRefused(await send(undefined), 'headerMissing', /X-PARTNER-ID/);
    expectRefused(await send('M-001', 'M-001'), 'fieldInvalid', /X-PARTNER-ID: alphanumeric/);
    expectRefused(await send('M002'), 'fieldInvalid', /X-PARTNER-ID: equal to merchant.merchantId/);
    expect((await send('M001')).body.code).toBe('00');
  });

  it('names all that are missing at once, and may be spelled in any case', async () => {
    const served = await serveSandbox();
    const none = { 'X-TIMESTAMP': undefined, 'X-SIGNATURE': undefined, 'X-PARTNER-ID': undefined };
    expectRefused(
      await served.send(brazilOrder(), none),
      'headerMissing',
      'X-TIMESTAMP, X-SIGNATURE, X-PARTNER-ID',
    );
    const small = {
      'x-timestamp': '2026-11-19T10:05:00-03:00',
      'x-signature': 'unsigned',
      'x-partner-id': 'M001',
    };
    expect((await served.send(brazilOrder(), { ...none, ...small })).body.code).toBe('00');
  });
});
