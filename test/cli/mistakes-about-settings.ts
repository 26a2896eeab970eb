import type { Mistake } from './mistakes.ts';

const WHAT_IF = ['what-if', '--date', '2024-11-19', '--as-of', '2024-11-20T12:00:00Z'];

const tried = (about: string, text: string, code: string, says: readonly string[]): Mistake => ({
  about: `a setting to try ${about}`,
  words: [...WHAT_IF, '--set', text],
  code,
  says,
});

const TABLES = {
  PAYIN_RECON_MAP: '{ portal: { kind: statement }, shop: { columns: { id: body.orderNo } } }',
};

/** Settings that cannot be tried, each as somebody could write it. */
export const MISTAKES_ABOUT_SETTINGS: readonly Mistake[] = [
  {
    about: 'nothing to try',
    words: WHAT_IF,
    says: ['where:    --set', 'found:    not given', 'graceSeconds=1800'],
  },
  tried('without a value', 'graceSeconds', 'USAGE', [
    'where:    --set',
    'found:    graceSeconds\n',
    'PATH=VALUE',
  ]),
  tried('by a path that is none', 'regions[x].zone=UTC', 'USAGE', ['where:    --set', 'PATH=VALUE']),
  tried('that bears on no result', 'out=elsewhere', 'USAGE', [
    'found:    out, which bears neither on judging nor on how stored records read',
    'regions',
    'graceSeconds',
    'Leave out --set out.',
  ]),
  tried('that bears on lines only', 'logs.prefix=any', 'USAGE', ['found:    logs.prefix', 'logs.zone']),
  tried('by a mistyped name', 'graceSecond=1800', 'SETTINGS_INVALID', [
    'where:    --set graceSecond',
    'did you mean graceSeconds?',
  ]),
  tried('with a wrong value', 'graceSeconds=half an hour', 'SETTINGS_INVALID', [
    'where:    --set graceSeconds',
    'graceSeconds is "half an hour"; expected a whole number',
  ]),
  tried('of a region that there is not', 'regions.EGY.zone=UTC', 'SETTINGS_INVALID', [
    'regions.EGY: there is no such entry, did you mean EG?',
  ]),
  tried('of a place that there is not', 'regions[7].zone=UTC', 'SETTINGS_INVALID', [
    'regions[7]: there is no such entry; known here: BR, EG',
  ]),
  tried('of two lists at once', 'statuses.failed=SUCCESS', 'SETTINGS_INVALID', [
    'expected each status in one list, once',
  ]),
  ...[
    tried('of a table that there is not', 'map.portl.zone=UTC', 'SETTINGS_INVALID', [
      'where:    --set map.portl.zone',
      'map.portl: there is no such entry of statements, did you mean portal?',
    ]),
    tried('of a source that there is not', 'sources.other.zone=UTC', 'SETTINGS_INVALID', [
      'sources.other: there is no such entry of statements; known here: none',
    ]),
    tried('by a mistyped name of a table', 'map.portal.zoen=UTC', 'SETTINGS_INVALID', [
      'where:    --set map.portal.zoen',
      'map.portal.zoen: there is no such setting, did you mean map.portal.zone?',
    ]),
    tried('with a wrong zone of a table', 'map.portal.zone=Asia/Nowhere', 'SETTINGS_INVALID', [
      'where:    --set map.portal.zone',
      'map.portal.zone is "Asia/Nowhere"',
    ]),
    tried('by which cells are read', 'map.portal.decimal=,', 'USAGE', [
      'where:    --set',
      'found:    map.portal.decimal, by which the cells of a file are read: the store keeps what was read',
      'map.NAME.unit, map.NAME.zone or map.NAME.words',
      'Leave out --set map.portal.decimal. ',
      'payin-recon ingest --dry-run FILE',
      'payin-recon withdraw',
    ]),
    tried('of a table of logs', 'map.shop.zone=UTC', 'USAGE', [
      'found:    map.shop.zone, which is of no statement: the store keeps what was read',
      'payin-recon withdraw',
    ]),
    tried('that is a whole table', 'map.portal={kind: statement}', 'USAGE', [
      'found:    map.portal, a whole table',
      'Give each setting with a --set of its own.',
    ]),
  ].map((mistake) => ({ ...mistake, settings: TABLES })),
  {
    about: 'more orders than can be listed',
    words: [...WHAT_IF, '--set', 'graceSeconds=1', '--limit', '-1'],
    says: ['where:    --limit', 'found:    -1'],
  },
  {
    about: 'a region to calibrate that there is not',
    words: ['calibrate', '--region', 'EGY'],
    says: ['where:    --region', 'found:    EGY', 'Did you mean EG?'],
  },
  {
    about: 'orders without a region to calibrate',
    words: ['calibrate', '--region', 'other'],
    says: ['where:    --region', 'found:    other, which is no region of the settings', 'expected: BR, EG\n'],
  },
];
