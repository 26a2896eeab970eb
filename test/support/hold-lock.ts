/** Run as a process of its own: takes the lock file that its argument names, says so, and keeps it until killed. */
import { lockFolder } from '../../src/database/folder-lock.ts';

lockFolder(process.argv[2]!);
console.log('held');
setInterval(() => undefined, 60_000);
