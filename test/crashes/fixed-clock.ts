/** Loaded before the program (`--import`): the clock stands still at CRASH_NOW, so that runs write the same times. */
const now = Date.parse(process.env['CRASH_NOW'] ?? '');
if (!Number.isNaN(now)) Date.now = () => now;
