import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/errors.ts';
import { changeSettings } from '../../src/settings/changed-settings.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { settingsDigest } from '../../src/settings/settings-digest.ts';

const IN_USE = parseSettings({ out: 'elsewhere', tolerances: { BRL: 5 }, logs: { prefix: 'any' } });

/** Settings as another way of giving them. */
const same = (texts: readonly string[], raw: object) => {
  const changed = changeSettings(IN_USE, texts).settings;
  const expected = parseSettings({
    out: 'elsewhere',
    tolerances: { BRL: 5 },
    logs: { prefix: 'any' },
    ...raw,
  });
  expect(changed).toEqual(expected);
  expect(settingsDigest(changed)).toBe(settingsDigest(expected));
};

describe('settings to try', () => {
  it('are those of a file with these values', () => {
    const [brazil, egypt] = IN_USE.regions;
    same(['graceSeconds=1800'], { graceSeconds: 1800 });
    same(['tolerances.EGP=7'], { tolerances: { BRL: 5, EGP: 7 } });
    same(['tolerances={EGP: 7}'], { tolerances: { EGP: 7 } });
    same(['statuses.failed=FAILED, CANCELLED'], { statuses: { failed: ['FAILED', 'CANCELLED'] } });
    same(['logs.zone=Africa/Cairo'], { logs: { prefix: 'any', zone: 'Africa/Cairo' } });
    same(['regions.EG.zone=UTC', 'regions[0].amountUnit=major', 'regions[0].decimals=2'], {
      regions: [
        { ...brazil, amountUnit: 'major', decimals: 2 },
        { ...egypt, zone: 'UTC' },
      ],
    });
    same(['graceSeconds=1', 'graceSeconds=2'], { graceSeconds: 2 });
  });

  it('are those by which kept rows of statements are read', () => {
    const portal = { kind: 'statement', columns: { Valor: 'gross' } };
    const source = { name: 'provider', paths: ['in'], kind: 'bank' };
    const used = { map: { 'portal.2026 "new"': portal, order_id: 'body.orderNo' }, sources: [source] };
    const changed = (...texts: string[]) => changeSettings(parseSettings(used), texts).settings;
    const as = (table: object, more: object = {}) =>
      parseSettings({ ...used, map: { ...used.map, 'portal.2026 "new"': { ...portal, ...table } }, ...more });
    const quoted = String.raw`map."portal.2026 \"new\""`;
    expect(changed(`${quoted}.zone=Asia/Shanghai`, `${quoted}.unit=minor`)).toEqual(
      as({ zone: 'Asia/Shanghai', unit: 'minor' }),
    );
    expect(changed(`${quoted}.words.status.Pago=paid`, `${quoted}.words.status."a=b"=failed`)).toEqual(
      as({ words: { status: { Pago: 'paid', 'a=b': 'failed' } } }),
    );
    expect(changed('sources.provider.unit=minor')).toEqual(
      as({}, { sources: [{ ...source, unit: 'minor' }] }),
    );
    // Rows of no table, such as lines of JSON.
    expect(changed('map.statement.zone=UTC').map).toEqual({
      ...as({}).map,
      statement: { kind: 'statement', columns: {}, values: {}, zone: 'UTC' },
    });
  });

  it('name what they change, and leave the settings in use as they are', () => {
    const before = structuredClone(IN_USE);
    const { changed } = changeSettings(IN_USE, ['regions.EG.zone=UTC', 'tolerances.EGP=7']);
    expect(changed).toEqual([
      { path: 'regions[1].zone', before: 'Africa/Cairo', after: 'UTC' },
      { path: 'tolerances.EGP', before: undefined, after: 7 },
    ]);
    expect(IN_USE).toEqual(before);
  });

  it('never reach beyond the settings', () => {
    for (const text of [
      '__proto__.polluted=1',
      'regions.EG.__proto__.polluted=1',
      'regions[0].__proto__=1',
      'map."\\u005f_proto__".zone=UTC',
    ]) {
      expect(() => changeSettings(IN_USE, [text])).toThrow('The command line is not understood');
    }
    expect(() => changeSettings(IN_USE, ['regions.EG.constructor.polluted=1'])).toThrow();
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('list every mistake at once', () => {
    const texts = ['graceSeconds=x', 'regions.XX.zone=UTC', 'tolerances.BRL=-1'];
    let found: unknown;
    try {
      changeSettings(IN_USE, texts);
    } catch (error) {
      if (error instanceof Fault) found = error.detail.found;
    }
    expect(found).toEqual([
      expect.stringContaining('--set graceSeconds: graceSeconds is "x"'),
      expect.stringContaining('--set regions.XX.zone: regions.XX: there is no such entry'),
      expect.stringContaining('--set tolerances.BRL: tolerances.BRL is -1'),
    ]);
  });
});
