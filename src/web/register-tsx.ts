import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Lets Node load the views of the page (.tsx) from a clone of the repository. Node ignores types by itself, but not JSX;
 * the package contains the compiled files, for which this does nothing.
 */
export function registerTsx(): void {
  if (!import.meta.url.endsWith('.ts')) return;
  // A development dependency: only a clone has it.
  const { transform } = createRequire(import.meta.url)('sucrase') as typeof import('sucrase');
  registerHooks({
    load: (url, context, nextLoad) => {
      if (!url.endsWith('.tsx')) return nextLoad(url, context);
      const { code } = transform(readFileSync(fileURLToPath(url), 'utf8'), {
        transforms: ['typescript', 'jsx'],
        jsxRuntime: 'automatic',
        jsxImportSource: 'hono/jsx',
        production: true,
        disableESTransforms: true,
        preserveDynamicImport: true,
        keepUnusedImports: true,
      });
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}
