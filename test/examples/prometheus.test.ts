import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src/database/package-root.ts';
import { processMetrics } from '../../src/http/process-metrics.ts';
import { METRICS } from '../../src/operations/monitor/metrics.ts';
import { SEVERITIES } from '../../src/settings/severity.ts';
import { isThere, saidBy } from '../support/outside-tools.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { example } from './command-lines.ts';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: ReadonlyArray<{ readonly expr: string }>;
}

const DASHBOARD = JSON.parse(example('grafana-dashboard.json'));
const PANELS: readonly Panel[] = DASHBOARD.panels;
const RULES: ReadonlyArray<{ alert: string; expr: string; labels: { severity: string } }> = parse(
  example('prometheus-rules.yml'),
).groups.flatMap(({ rules }: { rules: unknown[] }) => rules);
const QUERIES = PANELS.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const LABELS = new Map<string, readonly string[]>(METRICS.map(({ name, labels }) => [name, labels]));
const OF_PROCESS = processMetrics()
  .getMetricsAsArray()
  .map(({ name }) => name);

/** What the expressions ask for that nobody tells: names of metrics, and labels that one does not have. */
function unknown(expressions: readonly string[]): string[] {
  return expressions.flatMap((expression) =>
    [...expression.matchAll(/\b([a-z_]+)\{([^}]*)\}/g)].flatMap(([, name, matchers]) => {
      const labels = [...matchers!.matchAll(/(\w+)\s*(?:=~|!=|=|!~)/g)].map(([, label]) => label!);
      if (name === 'up' || OF_PROCESS.includes(name!)) return [];
      const known = LABELS.get(name!);
      if (known === undefined) return [name!];
      return labels
        .filter((label) => label !== 'job' && !known.includes(label))
        .map((label) => `${name}: ${label}`);
    }),
  );
}

describe('the alert rules', () => {
  it('ask for metrics that there are, by labels that these have', () => {
    expect(unknown(RULES.map(({ expr }) => expr))).toEqual([]);
    expect(unknown(['payin_recon_nights{job="x"}', 'payin_recon_store_up{regoin="BR"}'])).toEqual([
      'payin_recon_nights',
      'payin_recon_store_up: regoin',
    ]);
  });

  it('are as grave as findings are', () => {
    expect(RULES.filter(({ labels }) => !SEVERITIES.some((known) => known === labels.severity))).toEqual([]);
  });

  it('are each seen to fire, and to be silent, by their own tests', () => {
    const tests: ReadonlyArray<{ alertname: string; exp_alerts: unknown[] }> = parse(
      example('prometheus-rules.test.yml'),
    ).tests.flatMap((one: { alert_rule_test: unknown[] }) => one.alert_rule_test);
    const names = RULES.map(({ alert }) => alert);
    const seen = (fires: boolean) =>
      new Set(tests.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map((one) => one.alertname));
    expect(names.filter((name) => !seen(true).has(name))).toEqual([]);
    expect(names.filter((name) => !seen(false).has(name))).toEqual([]);
  });

  describe.skipIf(!isThere('promtool'))('with promtool', () => {
    it.each([
      ['check', 'config', 'prometheus.yml'],
      ['check', 'rules', 'prometheus-rules.yml'],
      ['test', 'rules', 'prometheus-rules.test.yml'],
    ])('pass %s %s', (...words) => {
      const { code, said } = saidBy('promtool', words, { cwd: join(packageRoot, 'examples') });
      expect(said).toContain('SUCCESS');
      expect(code).toBe(0);
    });

    it('would not pass if one fired later', () => {
      const folder = temporaryFolder();
      cpSync(join(packageRoot, 'examples/prometheus-rules.test.yml'), join(folder, 'test.yml'));
      const later = example('prometheus-rules.yml').replace('28.5 * 3600', '30 * 3600');
      writeFileSync(join(folder, 'prometheus-rules.yml'), later);
      const { code, said } = saidBy('promtool', ['test', 'rules', 'test.yml'], { cwd: folder });
      expect(code).not.toBe(0);
      expect(said).toContain('alertname: PayinReconNightMissing');
    });
  });
});

describe('the dashboard', () => {
  it('asks for metrics that there are, by labels that these have', () => {
    expect(QUERIES.length).toBeGreaterThan(20);
    expect(unknown(QUERIES)).toEqual([]);
  });

  it('shows every metric', () => {
    const all = QUERIES.join('\n');
    expect(METRICS.filter(({ name }) => !all.includes(`${name}{`)).map(({ name }) => name)).toEqual([]);
  });

  it('asks for its data source, and for nothing that is not a variable of its own', () => {
    const names: string[] = DASHBOARD.templating.list.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['datasource', 'job', 'region']);
    const used = QUERIES.flatMap((query) => [...query.matchAll(/\$(\w+)/g)].map(([, name]) => name!));
    expect([...new Set(used)].filter((name) => ![...names, '__rate_interval'].includes(name))).toEqual([]);
    const uids = [...example('grafana-dashboard.json').matchAll(/"uid": "([^"]*)"/g)].map(([, uid]) => uid);
    expect([...new Set(uids)].sort()).toEqual([`\${datasource}`, 'payin-recon']);
  });

  it('has panels that do not lie on one another', () => {
    const rows = PANELS.filter(({ type }) => type === 'row').map(({ title }) => title);
    expect(rows).toEqual([
      'Nights',
      'Money',
      'Findings',
      'Sources',
      'Jobs',
      'Messages, deliveries and alarms',
    ]);
    expect(new Set(PANELS.map(({ id }) => id)).size).toBe(PANELS.length);
    const overlap = ({ gridPos: a }: Panel, { gridPos: b }: Panel) =>
      a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
    const wrong = PANELS.filter((one) => PANELS.some((other) => other.id !== one.id && overlap(one, other)));
    expect(wrong.map(({ title }) => title)).toEqual([]);
    expect(PANELS.filter(({ gridPos }) => gridPos.x + gridPos.w > 24)).toEqual([]);
  });

  it.skipIf(!isThere('promtool'))('asks in words that Prometheus understands', () => {
    const rules = (queries: readonly string[]) =>
      queries.map((query, index) => ({
        record: `query:${index}`,
        expr: query.replaceAll('$__rate_interval', '2m').replaceAll(/\$(job|region)/g, 'x'),
      }));
    const checked = (queries: readonly string[]) => {
      const file = join(temporaryFolder(), 'queries.yml');
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: rules(queries) }] }));
      return saidBy('promtool', ['check', 'rules', file]);
    };
    const { code, said } = checked(QUERIES);
    expect(said).toContain(`SUCCESS: ${QUERIES.length} rules found`);
    expect(code).toBe(0);
    expect(checked(['sum by (region payin_recon_store_up']).code).not.toBe(0);
  });
});
