import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callbackReceiver } from '../callback-receiver.ts';
import { brazilOrder, egyptOrder } from '../pay-in-requests.ts';
import { serveSandbox } from '../served-sandbox.ts';
import { expectRule } from '../verdicts.ts';

const ALI = {
  name: 'علي حسن',
  idType: 'NATIONAL_ID',
  idNumber: '29001011234567',
  phone: '01012345678',
  email: 'ali@example.com',
};

describe('Payer object, Brazil variant', () => {
  it('payer.pixAccount, mandatory: CPF (11 digits) or CNPJ (14 digits), digits only', async () => {
    await expectRule(await serveSandbox(), (pixAccount) => brazilOrder({ payer: { pixAccount } }), {
      field: 'payer.pixAccount',
      accepted: ['12345678909', '12345678000195'],
      refused: [
        ...[
          undefined,
          null,
          '',
          12_345_678_909,
          '1234567890',
          '123456789012',
          '1234567800019',
          '123456780001955',
        ],
        ...['123.456.789-09', 'abcdefghijk', '12345678909 ', '١٢٣٤٥٦٧٨٩٠٩'],
      ],
    });
  });

  it('is in no answer, no callback, no file and no line of the log', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox();
    const answer = await served.createPaid(brazilOrder({ callbackUrl: receiver.url }));
    served.timeline.advance(1);
    const [callback] = await receiver.has(1);
    await served.close();
    const file = readFileSync(join(served.folder, 'sandbox.ndjson'), 'utf8');
    expect(file).toContain('BR0001');
    for (const text of [answer.text, callback!.text, file, served.log.join('\n')]) {
      expect(text).not.toContain('12345678909');
    }
    expect(callback!.body).not.toHaveProperty('payer');
  });
});

describe('Payer object, Egypt variant', () => {
  it.each(['name', 'idType', 'idNumber', 'phone', 'email'])('payer.%s, optional: String', async (name) => {
    await expectRule(await serveSandbox(), (value) => egyptOrder({ payer: { ...ALI, [name]: value } }), {
      field: `payer.${name}`,
      accepted: [undefined, null, '', 'x', 'علي'],
      refused: [1, true, {}, []],
    });
  });

  it('payer: the notification shows name, phone and e-mail, and never the ID', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    await served.createPaid(egyptOrder({ payer: ALI }));
    await served.createPaid(egyptOrder({ orderNo: 'EG0002', payer: { phone: ALI.phone } }));
    await served.createPaid(egyptOrder({ orderNo: 'EG0003', payer: { idType: 'X' } }));
    served.timeline.advance(1);
    const callbacks = await receiver.has(3);
    const payerOf = (orderNo: string) =>
      callbacks.find(({ body }) => body.orderNo === orderNo)!.body['payer'];
    expect(payerOf('EG0001')).toEqual({ name: ALI.name, phone: ALI.phone, email: ALI.email });
    expect(payerOf('EG0002')).toEqual({ phone: ALI.phone });
    expect(payerOf('EG0003')).toBeUndefined();
  });

  it('when the whole payer object is omitted, the service fills in the payer information the channel requires', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    await served.createPaid(egyptOrder());
    served.timeline.advance(1);
    const [callback] = await receiver.has(1);
    expect(callback!.body['payer']).toEqual({
      name: expect.stringMatching(/./),
      phone: expect.stringMatching(/^01\d{9}$/),
      email: expect.stringMatching(/@.*\.example$/),
    });
  });
});
