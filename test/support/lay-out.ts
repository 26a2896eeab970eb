/** A separate process that creates a new embedded database in the folder that its argument names. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolder } from '../../src/database/embedded-folder.ts';

const folder = process.argv[2]!;
mkdirSync(dirname(folder), { recursive: true });
await createFolder(folder);
