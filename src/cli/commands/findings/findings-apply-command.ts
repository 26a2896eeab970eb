import type { Argv } from 'yargs';
import { decisionsOfRows } from '../../../books/findings/apply-decisions.ts';
import { decideFindings } from '../../../books/findings/decide.ts';
import { ACTIONS } from '../../../books/findings/decision.ts';
import { readDecisions } from '../../../books/findings/decisions-file.ts';
import { Fault } from '../../../errors.ts';
import { fileChunks } from '../../../ingest/files/file-chunks.ts';
import { sourceFault } from '../../../ingest/files/paths-of-command.ts';
import { absolute, settingsOf, withStore } from '../../context.ts';
import type { Example } from '../../usage.ts';
import { printDecided } from './decided-text.ts';
import { deciderOf, inTurn, withDecider } from './decider.ts';

export const examples: readonly Example[] = [
  ['$0 findings list --csv > todo.csv', 'writes one, to fill in action and note'],
  ['$0 findings apply todo.csv --dry-run', 'shows what it would do, or every invalid row'],
  ['$0 findings apply todo.csv --by ana', 'does it'],
];

export function builder(yargs: Argv) {
  return withDecider(yargs).positional('path', {
    type: 'string',
    demandOption: true,
    describe: `CSV file with columns code, merchant, order, action (${ACTIONS.join(', ')}) and note`,
  });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const path = String(options.path);
  const rows = readDecisions(await contentOf(path), path, settings.csv.encoding);
  const request = { ...deciderOf(options), settings };
  const changes = await withStore(settings, (store) =>
    inTurn(store, () => decideFindings(store, request, (session) => decisionsOfRows(session, rows, path))),
  );
  printDecided(changes, options);
}

async function contentOf(path: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of fileChunks(absolute(path), () => undefined))
      chunks.push(Uint8Array.from(chunk));
  } catch (error) {
    throw error instanceof Fault ? error : sourceFault(error, path);
  }
  return Buffer.concat(chunks);
}
