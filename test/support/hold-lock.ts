/**
 * A separate process that takes the lock file named by its argument, prints a line, and holds the lock until killed.
 */
import { lockFolder } from '../../src/database/folder-lock.ts';

lockFolder(process.argv[2]!);
console.log('held');
setInterval(() => undefined, 60_000);
