import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { packageRoot } from '../../src/database/package-root.ts';

/** A folder with the package installed as a user would, from the tarball that `npm pack` makes. */
export interface InstalledPackage {
  /** The folder that contains node_modules. */
  readonly folder: string;
  /** Paths in the tarball, sorted. */
  readonly files: readonly string[];
}

/**
 * Packs a copy of the repository and installs the tarball below a folder, without network access. The production
 * dependencies in package-lock.json are copied from the repository's node_modules. No other package can be resolved
 * there.
 */
export function installPackage(folder: string): InstalledPackage {
  const copy = join(folder, 'repository');
  const installed = join(folder, 'installed');
  const home = join(installed, 'node_modules/payin-recon');
  copyRepository(copy);
  const options = ['pack', '--silent', '--offline', '--pack-destination', folder];
  execFileSync('npm', options, { cwd: copy, stdio: 'pipe' });
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const listed = execFileSync('tar', ['-tzf', join(folder, tarball!)], { encoding: 'utf8' });
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, tarball!), '-C', home, '--strip-components=1']);
  for (const path of productionPackages()) {
    cpSync(join(packageRoot, path), join(installed, path), { recursive: true, filter: isOwn(path) });
  }
  linkCommands(installed, home);
  const files = listed.trim().split('\n');
  return { folder: installed, files: files.map((name) => name.replace(/^package\//, '')).sort() };
}

/** The path of a Node on this machine that is older than the package needs, if there is one. */
export function olderNode(needed: number): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((program) => existsSync(program))
    .find((program) => {
      const said = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '';
      return Number(/^v(\d+)/.exec(said)?.[1] ?? needed) < needed;
    });
}

/** Copies the sources of the build, without files from earlier builds or runs. */
function copyRepository(copy: string): void {
  const left = /^(node_modules|dist|test|\..*|.*\.tgz|payin-recon-(demo|reports))$/;
  mkdirSync(copy);
  for (const name of readdirSync(packageRoot).filter((entry) => !left.test(entry))) {
    cpSync(join(packageRoot, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(packageRoot, 'node_modules'), join(copy, 'node_modules'));
}

function productionPackages(): string[] {
  const lock = JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8'));
  const packages: Record<string, { dev?: boolean }> = lock.packages;
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && entry.dev !== true && existsSync(join(packageRoot, path)))
    .map(([path]) => path);
}

/** Nested packages are left out, because they are listed separately. */
function isOwn(path: string): (source: string) => boolean {
  const below = join(packageRoot, path, 'node_modules');
  return (source) => source !== below;
}

/** Creates the links in node_modules/.bin for the commands of a package, as npm does. */
function linkCommands(installed: string, home: string): void {
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  for (const [name, path] of Object.entries(bin)) {
    const link = join(installed, 'node_modules/.bin', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join('../payin-recon', path), link);
  }
}
