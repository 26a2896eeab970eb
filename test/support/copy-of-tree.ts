import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/database/package-root.ts';

/** What git tracks would need git; what a clone has besides its modules and what is made is enough. */
const LEFT =
  /^(node_modules|dist|\.git|\.stryker-tmp|payin-recon-reports|\.payin-recon|test\/bench\/data)(\/|$)/;

/** Copies the repository into a folder, in which its files may be changed. Modules are linked. */
export function copyTree(folder: string): void {
  cpSync(packageRoot, folder, {
    recursive: true,
    filter: (source) => !LEFT.test(source.slice(packageRoot.length).replace(/^\/+/, '')),
  });
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'), 'dir');
}
