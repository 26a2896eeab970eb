/** Run as a process of its own: lays out a new embedded database in the folder that the command line names. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolder } from '../../src/database/embedded-folder.ts';

const folder = process.argv[2]!;
mkdirSync(dirname(folder), { recursive: true });
await createFolder(folder);
