import type { Argv } from 'yargs';
import { testChannel } from '../../../alerts/test-channel.ts';
import { now } from '../../../clock.ts';
import { settingsOf } from '../../context.ts';
import { print, printJson } from '../../print.ts';
import type { Example } from '../../usage.ts';

export const examples: readonly Example[] = [
  ['$0 alerts test finance', 'the channel finance of the settings'],
];

export function builder(yargs: Argv) {
  return yargs
    .positional('channel', { type: 'string', demandOption: true, describe: 'Its name in alerts.channels' })
    .epilogue('Exits with 4 if the message was not accepted. Nothing is stored or retried.');
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const { channel } = options;
  const remark = await testChannel(settings, channel, { at: now(), workingDirectory: process.cwd() });
  if (options.json === true) printJson({ channel, sent: true, remark: remark ?? null });
  else print(`The test message to ${channel} was accepted${remark === undefined ? '' : `, but ${remark}`}.`);
}
