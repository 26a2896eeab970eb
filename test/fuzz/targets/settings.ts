import { Fault } from '../../../src/errors.ts';
import { check } from '../../../src/settings/load-settings.ts';
import { readYaml } from '../../../src/settings/yaml.ts';
import { holds, type Target } from '../target.ts';

const PLACE = /^file(:[1-9]\d*:[1-9]\d*)?$/;

/** A settings file: settings, or a list of mistakes with their places. */
const target: Target = {
  seeds: [
    'logs:\n  zone: America/Sao_Paulo\n  prefix: any\nallowedSkewSeconds: 300\n',
    'regions:\n  - name: BR\n    currencies: [BRL]\n    methods: [PIX]\n    zone: America/Sao_Paulo\n    amountUnit: minor\n    decimals: 0\n',
    'map:\n  pedidos:\n    kind: pay-ins\n    columns: { numero: request.body.orderNo, obs: ignore }\n    values:\n      request.body.paymentMethod: PIX\n',
    'a: &a [1, 2]\nb: *a\n? c\n: !!int "3"\n"d": |\n  text\n---\n',
    'ingest:\n  maxLineBytes: 1024\n  workers: auto\ncsv: { delimiter: ";", quote: "\\"", encoding: windows-1252 }\nexport: { formats: [csv] }\n',
    'sources:\n  - name: shop\n    url: postgres://u:p@h/d\n    sql: select 1\nalerts: {}\nabsent: [request.body.payer]\n',
  ],
  words: [
    ...[
      '__proto__: 1\n',
      '<<: *a',
      '&a ',
      '*a',
      '!!binary ',
      '!x ',
      '- ',
      '? ',
      ': ',
      '{',
      '}',
      '[',
      ']',
      '|\n',
      '>-\n',
      '#',
      '"',
      "'",
    ],
    ...[
      '\t',
      '\n  ',
      '---\n',
      '...\n',
      '%YAML 1.1\n',
      '.inf',
      '.nan',
      '0x10',
      '1e400',
      'null',
      '~',
      '\\u0000',
      '\ufeff',
      '\u2028',
    ],
    ...[
      'regions:\n',
      'logs:\n',
      'map:\n',
      'zone: ',
      'constructor: ',
      'statuses: ',
      'jobs: ',
      'page: ',
      'monitor: ',
      'databaseUrl: ',
    ],
  ],
  run: (input) => {
    const { value, mistakes, placeOf } = readYaml(input.toString('utf8'), 'file');
    for (const { place, text } of mistakes)
      holds(PLACE.test(place) && text !== '', 'a mistake has a place and a text');
    if (value === undefined) return;
    try {
      check(value, mistakes, (path, ofName) => placeOf(path, ofName));
      holds(mistakes.length === 0, 'a mistake is not passed over');
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'SETTINGS_INVALID') throw error;
      holds(error.detail.found !== undefined, 'wrong settings are told');
    }
  },
};
export default target;
