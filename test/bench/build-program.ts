import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../src/database/package-root.ts';

/** Compiles the program as for installation. Returns the path of its command line. */
export function buildProgram(): string {
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: packageRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return join(packageRoot, 'dist/src/cli/main.js');
}
