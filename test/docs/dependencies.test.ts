/** Every dependency has a reason, and what is installed can be listed. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly properties?: ReadonlyArray<{ readonly name: string }>;
}

const PACKAGE = JSON.parse(readFileSync('package.json', 'utf8'));
const LOCK = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** The packages that a section of the page names, each with its reason. */
function named(heading: string): string[] {
  const page = readFileSync('docs/internals/dependencies.md', 'utf8');
  const section = page.split(/^## /m).find((one) => one.startsWith(heading))!;
  const rows = [...section.matchAll(/^\| (`.*`) \| (.+) \|$/gm)];
  expect(rows.every(([, , reason]) => reason!.length > 10)).toBe(true);
  return rows.flatMap(([, names]) => [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)).sort();
}

it('each has a line with its reason in docs/internals/dependencies.md', () => {
  expect(named('Of the program')).toEqual(Object.keys(PACKAGE.dependencies).sort());
  const tools = Object.keys(PACKAGE.devDependencies).filter((name) => !name.startsWith('@types/'));
  expect(named('For development')).toEqual(tools.sort());
});

it('the lock file has a digest of each package, and whether its install script may run is said', () => {
  const packages = Object.entries<Record<string, unknown>>(LOCK.packages).filter(([path]) => path !== '');
  expect(packages.filter(([, { integrity, link }]) => integrity === undefined && link !== true)).toEqual([]);
  const scripts = packages
    .filter(([, one]) => one['hasInstallScript'] === true)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(scripts.filter((name) => PACKAGE.allowScripts[name] === undefined)).toEqual([]);
  expect(Object.keys(PACKAGE.allowScripts).filter((name) => !scripts.includes(name))).toEqual([]);
});

it('the bill of materials in CycloneDX names each dependency with its version', () => {
  const listed = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const bill = JSON.parse(listed);
  expect(bill.bomFormat).toBe('CycloneDX');
  const names = bill.components
    .filter(({ properties = [] }: Component) =>
      properties.every(({ name }) => !name.endsWith(':development')),
    )
    .map(({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`));
  for (const name of Object.keys(PACKAGE.dependencies)) expect(names).toContain(name);
});
