import { readFileSync } from 'node:fs';
import type { Argv } from 'yargs';
import { Fault } from '../../errors.ts';
import { wishesOfRows } from '../../operate/cases/apply-decisions.ts';
import { decideFindings } from '../../operate/cases/decide.ts';
import { ACTIONS } from '../../operate/cases/decision.ts';
import { readDecisions } from '../../operate/cases/decisions-file.ts';
import type { CommandModule } from '../command-module.ts';
import { absolute, settingsOf, withStore } from '../context.ts';
import { type Example, usage } from '../usage.ts';
import { printDecided } from './decided-text.ts';
import { deciderOf, inTurn, withDecider } from './decider.ts';

const describe = 'Apply a file of decisions, all of it or nothing';

const EXAMPLES: readonly Example[] = [
  ['$0 findings list --csv > todo.csv', 'makes one, to fill in action and note'],
  ['$0 findings apply todo.csv --dry-run', 'tells what it would do, or every row that is wrong'],
  ['$0 findings apply todo.csv --by ana', 'does it'],
];

function builder(yargs: Argv) {
  return withDecider(yargs.usage(usage('findings apply <path>', describe, EXAMPLES))).positional('path', {
    type: 'string',
    demandOption: true,
    describe: `CSV file with columns code, merchant, order, action (${ACTIONS.join(', ')}) and note`,
  });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const path = String(options.path);
  const rows = readDecisions(contentOf(path), path);
  const request = deciderOf(options);
  const changes = await withStore(settings, (store) =>
    inTurn(store, () => decideFindings(store, request, (session) => wishesOfRows(session, rows, path))),
  );
  printDecided(changes, options);
}

function contentOf(path: string): Uint8Array {
  try {
    return readFileSync(absolute(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Fault('SOURCE_NOT_FOUND', { where: path });
    throw new Fault('SOURCE_UNREADABLE', { where: path, found: String(code), cause: error });
  }
}

export const apply: CommandModule = { command: 'apply <path>', describe, builder, handler };
