import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const { permissions, jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8'));
const steps: readonly Step[] = jobs.release.steps;
const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
const placeOf = (part: string) => commands.findIndex((command) => command.includes(part));

it('publishes only what passed everything, with its provenance', () => {
  expect(existsSync('.ci/run')).toBe(true);
  expect(placeOf('.ci/run')).toBeGreaterThanOrEqual(0);
  expect(placeOf('npm publish')).toBeGreaterThan(placeOf('.ci/run'));
  expect(commands[placeOf('npm publish')]).toMatch(/payin-recon-\*\.tgz --provenance /);
  expect(placeOf('npm pack')).toBeLessThan(placeOf('npm publish'));
});

it('attests the package and the bill of materials', () => {
  expect(placeOf('npm sbom --sbom-format cyclonedx > payin-recon.cdx.json')).toBeGreaterThan(-1);
  const attested = steps.find(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'));
  expect(String(attested?.with?.['subject-path']).trim().split(/\s+/)).toEqual([
    'payin-recon-*.tgz',
    'payin-recon.cdx.json',
  ]);
});

it('has only the rights that it needs, and keeps no credentials in the clone', () => {
  expect(permissions).toEqual({});
  expect(jobs.release.permissions).toEqual({
    contents: 'write',
    'id-token': 'write',
    attestations: 'write',
  });
  expect(steps[0]?.with?.['persist-credentials']).toBe(false);
});
