import { openEmbedded } from '../src/database/embedded-store.ts';
import { migrate } from '../src/database/migrate.ts';
import { markedPages, withMadeParts } from './made-parts.ts';
import { manPage } from './man-page.ts';
import { calibrateSchema, manifestSchema, webhookSchema, whatIfSchema } from './published-schemas.ts';
import { commandsPage } from './reference-commands.ts';
import {
  errorsPage,
  findingsPage,
  outcomesPage,
  referenceIndex,
  rejectionsPage,
  reportsPage,
} from './reference-pages.ts';
import { settingsPage } from './reference-settings.ts';
import { dumpSchema } from './schema-dump.ts';
import { editorSchema } from './settings-schema.ts';

/** A file that is generated from the code and committed, so that it can be read and reviewed. */
export interface GeneratedFile {
  /** From the repository's root. */
  readonly path: string;
  content(): Promise<string> | string;
}

export const GENERATED_FILES: readonly GeneratedFile[] = [
  { path: 'sql/schema.sql', content: schemaText },
  { path: 'payin-recon.schema.json', content: editorSchema },
  { path: 'docs/reference/webhook.schema.json', content: webhookSchema },
  { path: 'docs/reference/manifest.schema.json', content: manifestSchema },
  { path: 'docs/reference/what-if.schema.json', content: whatIfSchema },
  { path: 'docs/reference/calibrate.schema.json', content: calibrateSchema },
  { path: 'man/payin-recon.1', content: manPage },
  { path: 'docs/reference/README.md', content: referenceIndex },
  { path: 'docs/reference/commands.md', content: commandsPage },
  { path: 'docs/reference/settings.md', content: settingsPage },
  { path: 'docs/reference/reports.md', content: reportsPage },
  { path: 'docs/reference/outcomes.md', content: outcomesPage },
  { path: 'docs/reference/findings.md', content: findingsPage },
  { path: 'docs/reference/rejections.md', content: rejectionsPage },
  { path: 'docs/reference/errors.md', content: errorsPage },
  ...markedPages().map((path) => ({ path, content: () => withMadeParts(path) })),
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
