import { describe, expect, it } from 'vitest';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { callbackLine, payInLine } from '../support/records.ts';

describe('a field that the store is said never to keep', () => {
  const settings = parseSettings({ absent: ['request.body.payer', 'response.body.channel', 'tradeNo'] });
  const plain = parseSettings({});

  it('is named where a record has it nevertheless', () => {
    expect(normaliseLine(payInLine(), settings)).toEqual({
      ...normaliseLine(payInLine(), plain),
      unexpected: ['request.body.payer', 'response.body.channel'],
    });
    expect(normaliseLine(callbackLine(), settings)).toEqual({
      ...normaliseLine(callbackLine(), plain),
      unexpected: ['body.tradeNo'],
    });
  });

  it('is not named where it is absent or empty', () => {
    const line = callbackLine({ tradeNo: '' });
    expect(normaliseLine(line, settings)).toEqual(normaliseLine(line, plain));
    expect(normaliseLine(line, settings)).not.toHaveProperty('unexpected');
    expect(normaliseLine(payInLine(), plain)).not.toHaveProperty('unexpected');
  });

  it('is found in parts that are escaped JSON, and in a body by itself', () => {
    const record = JSON.parse(callbackLine());
    const escaped = JSON.stringify({ ...record, body: JSON.stringify(record.body) });
    expect(normaliseLine(escaped, settings)).toMatchObject({ unexpected: ['body.tradeNo'] });
    expect(normaliseLine(JSON.stringify(record.body), settings)).toMatchObject({
      unexpected: ['body.tradeNo'],
    });
  });

  it('changes nothing of a line that is rejected', () => {
    const line = callbackLine({ orderNo: '' });
    expect(normaliseLine(line, settings)).toEqual(normaliseLine(line, plain));
    expect(normaliseLine(line, settings)).toMatchObject({ kind: 'rejected' });
  });

  it('may be all responses', () => {
    const none = parseSettings({ responses: 'absent' });
    expect(normaliseLine(payInLine(), none)).toMatchObject({ unexpected: ['response'] });
    expect(normaliseLine(callbackLine(), none)).not.toHaveProperty('unexpected');
  });
});
