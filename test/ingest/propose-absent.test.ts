import { describe, expect, it } from 'vitest';
import { addTallies, FieldTallier, NO_FIELDS } from '../../src/ingest/field-tally.ts';
import { proposeAbsent } from '../../src/ingest/propose/propose-absent.ts';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../src/settings/schema.ts';
import { callbackLine, payInLine } from '../support/records.ts';

type Change = (record: ReturnType<typeof JSON.parse>) => void;

const changed = (line: string, change: Change) => {
  const record = JSON.parse(line);
  change(record);
  return JSON.stringify(record);
};
const PAID = changed(payInLine(), (record) => {
  record['response'].body.channel.paymentUrl = 'https://pay.example';
});
const EGYPT = payInLine({ currency: 'EGP', method: 'FAWRY', amount: '150.5' }).replaceAll('-03:00', '+02:00');
const withoutPayer: Change = (record) => delete record['request'].body.payer;
const withoutPurpose: Change = (record) => delete record['request'].body.purpose;

function proposed(lines: readonly string[], raw: SettingsInput = {}): readonly string[] {
  const settings = parseSettings(raw);
  const tallier = new FieldTallier();
  for (const line of lines) {
    const normalised = normaliseLine(line, settings);
    if (normalised.kind !== 'rejected') tallier.take(normalised);
  }
  return proposeAbsent(tallier.tally(), settings);
}

const times = (count: number, ...lines: string[]) => Array.from({ length: count }, () => lines).flat();

describe('what the setting absent could name', () => {
  it('is nothing where records are whole', () => {
    expect(proposed(times(3, PAID, EGYPT, callbackLine()))).toEqual([]);
    expect(proposeAbsent(NO_FIELDS, parseSettings({}))).toEqual([]);
  });

  it('is a field that no record has of those that should, and of more than a few records', () => {
    const line = changed(PAID, withoutPayer);
    expect(proposed(times(3, line))).toEqual(['request.body.payer']);
    expect(proposed(times(2, line))).toEqual([]);
    expect(proposed([...times(9, line), PAID])).toEqual([]);
  });

  it('leaves out regions that need not have the field, and minds those that have it', () => {
    expect(proposed(times(3, changed(PAID, withoutPayer), EGYPT))).toEqual(['request.body.payer']);
    expect(proposed(times(3, changed(PAID, withoutPurpose), EGYPT))).toEqual([]);
    expect(proposed(times(3, changed(PAID, withoutPurpose), changed(EGYPT, withoutPurpose)))).toEqual([
      'request.body.purpose',
    ]);
  });

  it('is a part of a message as a whole', () => {
    const line = changed(PAID, (record) => delete record['response'].body.channel);
    expect(proposed(times(3, line))).toEqual(['response.body.channel']);
  });

  it('is the response where no record has one, and not its fields where all were refused', () => {
    const alone = changed(PAID, (record) => delete record['response']);
    expect(proposed(times(3, alone))).toEqual(['response']);
    expect(proposed([...times(3, alone), PAID])).toEqual([]);
    const refused = changed(PAID, (record) => {
      record['response'].body = { code: '51', message: 'Refused' };
    });
    expect(proposed(times(3, refused))).toEqual([]);
  });

  it('is nothing by which orders are told and judged, and nothing that is set already', () => {
    const line = changed(PAID, (record) => delete record['request'].body.money);
    expect(proposed(times(3, line))).toEqual([]);
    const absent = ['request.body.payer', 'merchantName', 'response'];
    const bare = changed(PAID, (record) => {
      withoutPayer(record);
      delete record['response'];
    });
    const unnamed = changed(callbackLine(), (record) => delete record['body'].merchantName);
    expect(proposed(times(3, bare, unnamed))).toEqual([
      'response',
      'request.body.payer',
      'body.merchantName',
    ]);
    expect(proposed(times(3, bare, unnamed), { absent })).toEqual([]);
    expect(proposed(times(3, bare, unnamed), { absent: absent.slice(0, 2), responses: 'absent' })).toEqual(
      [],
    );
  });

  it('is the same however the records are counted together', () => {
    const settings = parseSettings({ absent: ['request.body.payer'] });
    const talliers = [new FieldTallier(), new FieldTallier()];
    const lines = times(2, PAID, changed(PAID, withoutPurpose));
    for (const [index, line] of lines.entries()) {
      const normalised = normaliseLine(line, settings);
      if (normalised.kind !== 'rejected') talliers[index % 2]!.take(normalised);
    }
    expect(addTallies(talliers[0]!.tally(), talliers[1]!.tally())).toEqual({
      messages: { 'request BR': 4, 'response BR': 4 },
      unanswered: 0,
      answered: 4,
      missing: { 'request.body.purpose BR': 2 },
      unexpected: { 'request.body.payer': 4 },
    });
  });
});
