import { describe, expect, it } from 'vitest';
import { inFile } from './found-mistakes.ts';

describe('mistakes about statements', () => {
  it('are regions of tariffs and of expected files that there are none of', () => {
    const text = `\
fees:
  - { region: XX, from: 2026-01-01, percent: '1', rounding: half-up }
ingest:
  expect:
    - { name: 'calls-{yyyy-MM-dd}.ndjson', region: BR }
    - { name: 'paid-{yyyy-MM-dd}.ndjson', region: YY }
`;
    expect(inFile(text)).toEqual([
      'payin-recon.yaml:2:15: fees[0].region is "XX"; expected a region of the setting regions',
      'payin-recon.yaml:6:51: ingest.expect[1].region is "YY"; expected a region of the setting regions',
    ]);
  });

  it.each(['-99:99', '+24:00', '-03:60', '-03', ''])(
    'are begins of tariffs with the offset "%s"',
    (offset) => {
      const from = `2026-11-19T12:00:00${offset}`;
      const text = `fees:\n  - { region: BR, from: '${from}', percent: '1', rounding: half-up }\n`;
      expect(inFile(text)).toEqual([expect.stringContaining(`fees[0].from is "${from}"; expected `)]);
    },
  );

  it('are words of statements that stand for no type or status that there is', () => {
    const text = `\
map:
  portal:
    kind: statement
    words:
      type: {Venda: Payment, Estorno: refunds, Taxa: …}
      Status: {Pago: SUCCESS, Nada: '', Falhou: failed}
  payments: {kind: callbacks, words: {status: {Pago: PAGO}}}
sources:
  - {name: provider, paths: [in], kind: statement, words: {status: {Aberto: pendng}}}
  - {name: books, databaseUrlFile: secret, query: select, watermark: at, kind: statement,
    words: {type: {Venda: 1, Bonus: SALE}}}
`;
    const types = 'payment, refund, chargeback, fee, payout or other';
    const statuses = 'paid, pending, failed or reversed; a word that means none of them is left out';
    expect(inFile(text)).toEqual([
      `payin-recon.yaml:5:39: map.portal.words.type.Estorno is "refunds"; expected ${types}, did you mean refund?`,
      `payin-recon.yaml:5:54: map.portal.words.type.Taxa is "…"; expected ${types}`,
      `payin-recon.yaml:6:22: map.portal.words.Status.Pago is "SUCCESS"; expected ${statuses}`,
      `payin-recon.yaml:6:37: map.portal.words.Status.Nada is ""; expected ${statuses}`,
      `payin-recon.yaml:9:77: sources[0].words.status.Aberto is "pendng"; expected ${statuses}, did you mean pending?`,
      'payin-recon.yaml:11:27: sources[1].words.type.Venda is 1; expected a text',
      `payin-recon.yaml:11:37: sources[1].words.type.Bonus is "SALE"; expected ${types}`,
    ]);
  });
});
