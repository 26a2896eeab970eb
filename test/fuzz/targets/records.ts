import { normaliseLine } from '../../../src/normalise/normalise-line.ts';
import { REJECTIONS } from '../../../src/normalise/rejection.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { holds, type Target } from '../target.ts';

const SETTINGS = [{}, { logs: { prefix: 'any' } }, { logs: { field: 'msg.record' } }].map((raw) =>
  parseSettings(raw),
);
const MOST = 2n ** 63n - 1n;

/** Any line is a record that the database can hold, or is rejected for a known reason. */
const target: Target = {
  seeds: [
    ...[callbackLine(), payInLine(), payInLine({ currency: 'EGP', method: 'FAWRY', amount: '150.5' })],
    ...[`INFO ${callbackLine()}`, JSON.stringify(callbackLine()), `{"msg":{"record":${callbackLine()}}}`],
    ...[
      callbackLine({ orderNo: 'A\0', merchantId: 'A\ud800' }),
      '{"merchantId":"M","orderNo":"1","transactionTime":"soon"}',
    ],
  ],
  words: [
    ...[
      '"request":{"body":{',
      '"body":{',
      '"response":null,',
      '"headers":{',
      '"orderNo":',
      '"merchantId":',
      '"money":',
    ],
    ...[
      '"amount":1e400',
      '"verified":"no",',
      '"2026-11-01T00:30:00"',
      '"\\u0000"',
      '"\\ud83d"',
      '"__proto__":1,',
    ],
    ...[
      '\\"',
      'x'.repeat(70),
      '"expiryPeriod":-1,',
      '1763557500',
      '[',
      ']',
      '{',
      '}',
      'null',
      '"XTS"',
      '"JPY"',
    ],
  ],
  run: (input) => {
    for (const settings of SETTINGS) {
      const normalised = normaliseLine(input.toString('utf8'), settings);
      if (normalised.kind === 'rejected') {
        holds(Object.hasOwn(REJECTIONS, normalised.rejection.reason), 'a rejection has a reason');
        continue;
      }
      holds(/^[\da-f]{32}$/.test(normalised.record.digest), 'a record has a digest');
      for (const value of valuesOf(normalised)) {
        if (typeof value === 'string')
          holds(value.isWellFormed() && !value.includes('\0'), 'a text can be stored');
        if (typeof value === 'bigint') holds(value >= 0n && value <= MOST, 'an amount is of 64 bits');
        if (typeof value === 'number') holds(Number.isSafeInteger(value), 'a number is whole');
      }
    }
  },
};
export default target;

function* valuesOf(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) yield value;
  else for (const part of Object.values(value)) yield* valuesOf(part);
}
