import type { Argv } from 'yargs';
import { testChannel } from '../../../alerts/test-channel.ts';
import { now } from '../../../clock.ts';
import type { CommandModule } from '../../command-module.ts';
import { settingsOf } from '../../context.ts';
import { print, printJson } from '../../print.ts';
import { type Example, usage } from '../../usage.ts';

const describe = 'Send a test message to a channel now, and say how it went';

const EXAMPLES: readonly Example[] = [['$0 alerts test finance', 'the channel finance of the settings']];

function builder(yargs: Argv) {
  return yargs
    .usage(usage('alerts test <channel>', describe, EXAMPLES))
    .positional('channel', { type: 'string', demandOption: true, describe: 'Its name in alerts.channels' })
    .epilogue('Ends with 4 if the message was not taken. Nothing is stored, and nothing is tried again.');
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const { channel } = options;
  const remark = await testChannel(settings, channel, { at: now(), workingDirectory: process.cwd() });
  if (options.json === true) printJson({ channel, sent: true, remark: remark ?? null });
  else print(`The test message to ${channel} was taken${remark === undefined ? '' : `, but ${remark}`}.`);
}

export const test: CommandModule = { command: 'test <channel>', describe, builder, handler };
