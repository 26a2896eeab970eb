import { openEmbedded } from '../../src/database/embedded-store.ts';
import { migrate } from '../../src/database/migrate.ts';
import { mainReadme, reportsReadme } from './documentation.ts';
import { manPage } from './man-page.ts';
import { dumpSchema } from './schema-dump.ts';
import { editorSchema } from './settings-schema.ts';

/** A file of the repository that is made from the code and kept, so that it can be read and reviewed. */
export interface GeneratedFile {
  /** From the repository's root. */
  readonly path: string;
  content(): Promise<string> | string;
}

export const GENERATED_FILES: readonly GeneratedFile[] = [
  { path: 'sql/schema.sql', content: schemaText },
  { path: 'reports/README.md', content: reportsReadme },
  { path: 'payin-recon.schema.json', content: editorSchema },
  { path: 'README.md', content: mainReadme },
  { path: 'man/payin-recon.1', content: manPage },
];

async function schemaText(): Promise<string> {
  const store = await openEmbedded('memory://');
  try {
    await migrate(store);
    return await store.session(dumpSchema);
  } finally {
    await store.close();
  }
}
