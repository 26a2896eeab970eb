import { execFileSync, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../src/database/package-root.ts';

/**
 * Compiles the program as for installation, and the scripts that run it or its opponents: Node would load a compiler for
 * them into the process whose memory is measured, 17 MB. Returns the folder of all of it.
 */
export function buildProgram(): string {
  const stdio: StdioOptions = ['ignore', 'inherit', 'inherit'];
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: packageRoot, stdio });
  execFileSync('npx', ['tsc', '-p', 'test/bench/tsconfig.json'], { cwd: packageRoot, stdio });
  return join(packageRoot, 'dist');
}
