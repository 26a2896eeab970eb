import type { Argv } from 'yargs';
import { type DeliveryResult, deliver } from '../../../alerts/deliver.ts';
import { now } from '../../../clock.ts';
import { EXIT } from '../../../errors.ts';
import { counted } from '../../../terminal-text.ts';
import type { CommandModule } from '../../command-module.ts';
import { settingsOf, withStore } from '../../context.ts';
import { print, printJson } from '../../print.ts';
import { type Example, usage } from '../../usage.ts';

const describe = 'Send the messages that are due now; the schedule does so by itself';

const EXAMPLES: readonly Example[] = [['$0 alerts send', 'after a channel was mended, say']];

function builder(yargs: Argv) {
  return yargs
    .usage(usage('alerts send', describe, EXAMPLES))
    .epilogue('Ends with 4 if a message was not taken; it is tried again when it is due.');
}

async function handler(options: Parameters<typeof settingsOf>[0]): Promise<void> {
  const settings = settingsOf(options);
  const result = await withStore(settings, (store) =>
    deliver(store, settings, { now, workingDirectory: process.cwd() }),
  );
  if (options.json === true) {
    const failed = result.failed.map(({ channel, topic, error, retrySeconds }) => ({
      channel,
      topic,
      error,
      retry_seconds: retrySeconds ?? null,
    }));
    printJson({ sent: result.sent, postponed: result.postponed, failed });
  } else print(textOf(result));
  if (result.failed.length > 0) process.exitCode = EXIT.unreachable;
}

function textOf({ sent, postponed, failed }: DeliveryResult): string {
  return [
    `${counted(sent, 'message')} sent.`,
    ...(postponed === 0 ? [] : [`${counted(postponed, 'message')} of nights wait for their files.`]),
    ...failed.map(({ channel, topic, error, retrySeconds }) => {
      const then =
        retrySeconds === undefined ? '' : `; again in ${counted(Math.ceil(retrySeconds / 60), 'minute')}`;
      return `${topic} to ${channel} was not taken: ${error}${then}.`;
    }),
  ].join('\n');
}

export const send: CommandModule = { command: 'send', describe, builder, handler };
