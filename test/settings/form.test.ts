import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src/database/package-root.ts';
import { type Form, formOf, leavesOf } from '../../src/settings/form.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { wrongName } from '../../src/settings/map-paths.ts';
import { settingsSchema } from '../../src/settings/schema.ts';
import { settingsYaml } from '../../src/settings/template.ts';
import { BEYOND } from './beyond-form.ts';

const FORM = formOf(settingsSchema);
const PAGE = readFileSync(join(packageRoot, 'docs/reference/settings.md'), 'utf8');
const KEPT = JSON.parse(readFileSync(join(packageRoot, 'payin-recon.schema.json'), 'utf8'));
const acceptedByEditors = new Ajv2020({ allErrors: true }).compile(KEPT);

const LOGS = { name: 'logs', paths: ['/var/log/payin'] };
const SHOP = { name: 'shop', databaseUrl: 'postgresql://db/shop', query: 'select 1 as id', watermark: 'id' };
const OPS = { name: 'ops', kind: 'slack', url: 'https://hooks.example/T0' };

describe('the form for editors', () => {
  it('says what every setting means', () => {
    for (const { path, form } of leavesOf(KEPT as Form)) {
      const words = (form.description ?? '').split(/[^\p{L}]+/u).filter((word) => word !== '');
      // A name that is only spelled out says nothing that the setting's own name does not say.
      const ofName = path
        .at(-1)!
        .replace(/([A-Z])/g, ' $1')
        .toLowerCase()
        .split(' ');
      const added = words.filter((word) => !ofName.includes(word.toLowerCase()));
      expect(added, `${path.join('.')}: describe it in src/settings`).not.toEqual([]);
    }
  });

  it('takes the defaults, and what docs/reference/settings.md shows', () => {
    expect(acceptedByEditors(parseSettings({}))).toBe(true);
    expect(acceptedByEditors(parse(shownOnPage()))).toBe(true);
  });

  it('takes what the program takes, and refuses what it refuses for reasons that a form can have', () => {
    const counts = { taken: 0, refused: 0, beyond: 0 };
    fc.assert(
      fc.property(fc.oneof(settings(), mutated(settings())), (raw) => {
        const issues = settingsSchema.safeParse(raw).error?.issues ?? [];
        const beyond = issues.filter(({ code }) => code === 'custom');
        for (const { message } of beyond) expect(BEYOND).toContain(message);
        const isOfForm = issues.length === beyond.length;
        expect(acceptedByEditors(raw), JSON.stringify({ raw, issues })).toBe(isOfForm);
        counts[issues.length === 0 ? 'taken' : isOfForm ? 'beyond' : 'refused'] += 1;
      }),
      { numRuns: 2000 },
    );
    // Settings that are all taken, or all refused, would show nothing.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100);
  });

  it.each([
    [{ logs: { zone: 'Mars/Olympus' } }, BEYOND[0]],
    [{ jobs: { ingest: 'hourly' } }, BEYOND[1]],
    [{ jobs: { watch: '0 4 * * Sunday' } }, BEYOND[1]],
    [{ logs: { prefix: '[' } }, BEYOND[2]],
    [{ databaseUrl: 'mysql://db/books' }, BEYOND[3]],
    [{ regions: [{ ...parseSettings({}).regions[0], methods: [] }] }, BEYOND[4]],
    [{ regions: [parseSettings({}).regions[0], parseSettings({}).regions[0]] }, BEYOND[5]],
    [{ regions: parseSettings({}).regions.toReversed() }, BEYOND[67]],
    [{ statuses: { failed: ['SUCCESS'] } }, BEYOND[6]],
    [{ databaseUrlFile: 'a', databaseUrlCommand: ['a'] }, BEYOND[7]],
    [{ map: { pedido: 'body.orderNr' } }, BEYOND[8]],
    [{ map: { pedidos: { columns: { pedido: 'orderNr' } } } }, BEYOND[8]],
    [{ map: { pedidos: { values: { 'request.body.orderNr': 'A' } } } }, wrongName(undefined, 'values')],
    [{ monitor: { heartbeatUrl: 'hc.example' } }, BEYOND[9]],
    [{ sources: [LOGS, LOGS] }, BEYOND[11]],
    [{ sources: [{ name: 'logs' }] }, BEYOND[12]],
    [{ sources: [{ ...LOGS, query: 'select 1' }] }, BEYOND[13]],
    [{ sources: [{ ...SHOP, query: undefined }] }, BEYOND[14]],
    [{ sources: [{ ...SHOP, watermark: undefined }] }, BEYOND[15]],
    [{ sources: [{ ...SHOP, databaseUrlFile: 'a' }] }, BEYOND[7]],
    [{ jobs: { nightly: '30 2 * * 1-5' } }, BEYOND[16]],
    [{ alerts: { channels: [{ ...OPS, secretFile: 'a' }] } }, BEYOND[17]],
    [{ alerts: { channels: [OPS, OPS] } }, BEYOND[18]],
    [{ alerts: { channels: [{ ...OPS, url: undefined }] } }, BEYOND[19]],
    [{ alerts: { channels: [{ ...OPS, urlFile: 'a' }] } }, BEYOND[20]],
    [{ alerts: { channels: [{ ...OPS, kind: 'email', to: ['a@b.example'] }] } }, BEYOND[21]],
    [{ alerts: { channels: [{ ...OPS, kind: 'email', from: 'a@b.example' }] } }, BEYOND[22]],
    [{ alerts: { channels: [{ ...OPS, name: 'heartbeat' }] } }, BEYOND[23]],
    [{ alerts: { channels: [{ ...OPS, rules: ['AMOUNT_MISMACH'] }] } }, BEYOND[62]],
    [{ alerts: { channels: [{ ...OPS, attach: ['ordres'] }] } }, BEYOND[63]],
    [{ alerts: { channels: [{ ...OPS, regions: ['BRA'] }] } }, BEYOND[64]],
    [{ tolerances: { BRR: 1 } }, BEYOND[66]],
    [{ absent: ['request.body.payr'] }, BEYOND[24]],
    [{ map: { pedidos: { encoding: 'latin-9000' } } }, BEYOND[44]],
    [{ map: { pedidos: { times: 'soon' } } }, BEYOND[45]],
    [{ sources: [{ ...LOGS, footer: '(' }] }, BEYOND[46]],
    [{ map: { pedidos: { group: '.' } } }, BEYOND[47]],
    [{ sources: [{ ...LOGS, decimal: ',', group: ',' }] }, BEYOND[47]],
    [{ sources: [{ ...SHOP, headerRow: 2 }] }, BEYOND[48]],
    [{ map: { pedidos: { words: { orderNr: {} } } } }, wrongName(undefined, 'words')],
    [{ page: { certificateFile: 'a' } }, BEYOND[59]],
    [{ capture: { keyFile: 'a' } }, BEYOND[59]],
    [{ page: { proxies: ['10.0.0.7', 'nginx'] } }, BEYOND[61]],
    [{ monitor: { heartbeatUrl: 'https://u:50%off@hc.example/h' } }, BEYOND[60]],
    [
      { monitor: { heartbeatUrlFile: 'a', goodNightUrlFile: 'b' } },
      'only one of heartbeatUrl, heartbeatUrlFile, goodNightUrl, goodNightUrlFile',
    ],
    [{ alerts: { channels: [{ ...OPS, url: 'https://50%off@hooks.example/T0' }] } }, BEYOND[60]],
  ])('cannot see what is wrong with %j', (raw, message) => {
    expect(acceptedByEditors(raw)).toBe(true);
    const issues = settingsSchema.safeParse(raw).error?.issues ?? [];
    expect(issues.map((issue) => issue.message)).toEqual([message]);
  });
});

const WITHOUT_DEFAULT =
  /^# +(databaseUrl\w*|keepDays|reportsUrl|heartbeatUrl\w*|goodNightUrl\w*|url|certificateFile|keyFile|userHeader|issuer|clientSecretFile|forward|callbackUrl|callbackAuthorityFile):/;

describe('settings as they are shown', () => {
  it('on docs/reference/settings.md are the defaults, every one of them', () => {
    const shown = parse(shownOnPage());
    expect(shown).toEqual(parseSettings({}));
    expect(
      leavesOf(FORM).filter(({ path, form }) => form.default !== undefined && !(path[0]! in shown)),
    ).toEqual([]);
  });

  it('on docs/reference/settings.md have a row each, with the meaning', () => {
    const rows = PAGE.split('\n').filter((line) => line.startsWith('| `'));
    for (const { path, form } of leavesOf(FORM)) {
      const [row, ...others] = rows.filter((line) => line.startsWith(`| \`${path.join('.')}\` |`));
      expect(others, path.join('.')).toEqual([]);
      expect(row, path.join('.')).toContain(` | ${form.description!.replaceAll('|', '\\|')} |`);
    }
  });

  it('in a new file are commented out, and valid once the comments are taken away', () => {
    const text = settingsYaml(FORM, { withDefaults: false });
    expect(parse(text)).toBeNull();
    const uncommented = text
      .split('\n')
      .filter((line) => !/^ +#/.test(line) && !WITHOUT_DEFAULT.test(line))
      .map((line) => line.replace(/^# /, ''));
    expect(parse(uncommented.join('\n'))).toEqual(parseSettings({}));
  });

  it('are set where they were chosen', () => {
    const chosen = {
      out: '/srv: reports',
      ingest: { folders: ['a, b', '#c'] },
      databaseUrlCommand: ['print', '-x y'],
    };
    expect(parse(settingsYaml(FORM, { chosen, withDefaults: false }))).toEqual(chosen);
  });

  it.each([true, false])('fit on a page, with defaults set: %s', (withDefaults) => {
    const long = settingsYaml(FORM, { withDefaults })
      .split('\n')
      .filter((line) => line.length > 110);
    expect(long).toEqual([]);
  });
});

function shownOnPage(): string {
  return /^```yaml\n([\s\S]*?)^```$/m.exec(PAGE)![1]!;
}

/** Settings of the right form; zones, cron expressions and the like may be wrong, since no form says them. */
function settings(): fc.Arbitrary<unknown> {
  return fc.oneof(ofForm(FORM), sensible());
}

/** A few settings that are right in every way. */
function sensible(): fc.Arbitrary<unknown> {
  return fc.record(
    {
      out: fc.constantFrom('reports', '/srv/reports'),
      graceSeconds: fc.integer({ min: 0, max: 1000 }),
      logs: fc.record({ zone: fc.constantFrom('UTC', 'Asia/Tokyo') }, { requiredKeys: [] }),
      tolerances: fc.dictionary(fc.constantFrom('BRL', 'EGP'), fc.nat()),
      regions: fc.subarray([...parseSettings({}).regions], { minLength: 1 }),
      responses: fc.constantFrom('kept', 'absent'),
      absent: fc.subarray(['request.body.payer', 'response', 'merchantName']),
    },
    { requiredKeys: [] },
  );
}

/** Values of a form, made from the form itself, so that a new setting is tried without being named here. */
function ofForm(form: Form): fc.Arbitrary<unknown> {
  if (form.enum !== undefined) return fc.constantFrom(...form.enum);
  if (form.anyOf !== undefined) return fc.oneof(...form.anyOf.map(ofForm));
  switch (form.type) {
    case 'integer':
      return fc.integer({ min: form.minimum ?? 0, max: Math.min(form.maximum ?? 100, 2 ** 31 - 1) });
    case 'number':
      // Shares of a whole: three of them add up to less than 1.
      return fc.double({ min: form.minimum ?? 0, max: 0.3, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(ofForm(form.items!), { minLength: form.minItems ?? 0, maxLength: 3 });
    case 'object':
      return form.properties === undefined ? ofMap(form) : ofGroup(form);
    default:
      return ofText(form);
  }
}

function ofText(form: Form & { pattern?: string }): fc.Arbitrary<string> {
  if (form.pattern !== undefined) return fc.stringMatching(new RegExp(form.pattern));
  return fc.string({ minLength: form.minLength ?? 0, maxLength: form.maxLength ?? 10 });
}

function ofMap(form: Form): fc.Arbitrary<unknown> {
  // A key of this name sets no property of an object that is written down as such.
  const keys = (ofForm(form.propertyNames ?? {}) as fc.Arbitrary<string>).filter(
    (key) => key !== '__proto__',
  );
  return fc.dictionary(keys, ofForm(form.additionalProperties as Form), {
    maxKeys: 3,
    noNullPrototype: true,
  });
}

function ofGroup(form: Form & { required?: readonly string[] }): fc.Arbitrary<unknown> {
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(form.properties!).map(([name, inner]) => [name, ofForm(inner)]),
  );
  return fc.record(fields, { requiredKeys: [...(form.required ?? [])], noNullPrototype: true });
}

/** The same settings with one thing in them taken away, replaced or added. */
function mutated(made: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const other = fc.oneof(
    fc.constantFrom<unknown>(null, '', -1, 0.5, 1e300, true, [], {}, [null], 'a text', 5000),
    fc.jsonValue({ maxDepth: 1 }).filter((value) => !JSON.stringify(value).includes('__proto__')),
  );
  return fc
    .tuple(made, fc.nat(), other, fc.constantFrom('take', 'replace', 'add'))
    .map(([raw, at, value, how]) => {
      const copy = structuredClone(raw);
      const places = placesOf(copy);
      if (places.length === 0) return value;
      const [holder, key] = places[at % places.length]!;
      if (how === 'take' && !Array.isArray(holder)) delete holder[key];
      else holder[how === 'add' && !Array.isArray(holder) ? `${key}s` : key] = value;
      return copy;
    });
}

type Holder = Record<string, unknown>;

function placesOf(value: unknown): [Holder, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [value as Holder, key] as [Holder, string],
    ...placesOf(inner),
  ]);
}
