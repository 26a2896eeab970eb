import type { Argv } from 'yargs';
import { type DeliveryResult, deliver } from '../../../alerts/deliver.ts';
import { now } from '../../../clock.ts';
import { EXIT } from '../../../errors.ts';
import { counted } from '../../../terminal-text.ts';
import { settingsOf, withStore } from '../../context.ts';
import { print, printJson } from '../../print.ts';
import { showProgress } from '../../show-progress.ts';
import type { Example } from '../../usage.ts';

export const examples: readonly Example[] = [['$0 alerts send', 'for example after a channel was repaired']];

export function builder(yargs: Argv) {
  return yargs.epilogue('Exits with 4 if a message was not accepted; it is retried when it is due.');
}

export async function handler(options: Parameters<typeof settingsOf>[0]): Promise<void> {
  const settings = settingsOf(options);
  const result = await withStore(settings, (store) =>
    deliver(store, settings, {
      now,
      workingDirectory: process.cwd(),
      done: showProgress({ silent: options.json }).done,
    }),
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
    ...(postponed === 0
      ? []
      : [`${counted(postponed, 'message')} about nights postponed until their files are there.`]),
    ...failed.map(({ channel, topic, error, retrySeconds }) => {
      const then = retrySeconds === undefined ? '' : `; again in ${pauseText(retrySeconds)}`;
      return `${topic} to ${channel} was not accepted: ${error}${then}.`;
    }),
  ].join('\n');
}

function pauseText(seconds: number): string {
  return seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
}
