/** Run as a process of its own: shows the progress of reading two files, then of something whose end is not known. */
import { showProgress } from '../../src/cli/show-progress.ts';

const progress = showProgress();
progress.begin('Reading', 40_000_000, 'byte', 2);
for (const name of ['first.ndjson', 'second.ndjson']) {
  for (let block = 0; block < 20; block += 1) progress.advance(1_000_000);
  progress.done(name);
}
progress.end();
progress.begin('Waiting', undefined, 'order');
progress.end();
