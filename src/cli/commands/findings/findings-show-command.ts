import type { Argv } from 'yargs';
import { stateName } from '../../../books/findings/decision.ts';
import { type FindingLife, type LifeEvent, readLives } from '../../../books/findings/finding-life.ts';
import { findingLifeJson } from '../../../books/findings/findings-json.ts';
import { requestText } from '../../../books/findings/write-off-amount.ts';
import { isoSeconds } from '../../../normalise/instant.ts';
import { RULES } from '../../../reconcile/rules/all.ts';
import { regionFolder } from '../../../settings/region-folder.ts';
import { plain, textTable } from '../../../terminal-text.ts';
import { settingsOf, withStore } from '../../context.ts';
import { print, printJson } from '../../print.ts';
import type { Example } from '../../usage.ts';

export const examples: readonly Example[] = [
  ['$0 findings show BR0000001234', 'all findings that the order has, or had'],
  ['$0 findings show BR0000001234 AMOUNT_MISMATCH', 'one of them'],
];

export function builder(yargs: Argv) {
  return yargs
    .positional('order-no', {
      type: 'string',
      demandOption: true,
      describe: 'The order number as in the log',
    })
    .positional('finding', { choices: RULES.map(({ code }) => code), describe: 'The code of one of them' })
    .option('merchant', { type: 'string', requiresArg: true, describe: "Only this merchant's order" });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const { orderNo, finding: code, merchant } = options;
  const lives = await withStore(settings, (store) =>
    store.session((session) => readLives(session, { order: String(orderNo), code, merchant })),
  );
  if (options.json === true) printJson(lives.map(findingLifeJson));
  else print(lives.map(lifeText).join('\n\n'));
}

function lifeText(life: FindingLife): string {
  const title = `${life.code} of order ${plain(life.orderNo)} of merchant ${plain(life.merchantId)}, ${life.severity}`;
  const state = [
    stateName(life.state).replaceAll('-', ' '),
    ...(life.awaiting === null ? [] : [plain(requestText(life.awaiting))]),
    ...(life.assignee === null ? [] : [`assigned to ${plain(life.assignee)}`]),
    `business date ${life.businessDate}`,
    `region ${regionFolder(life.region)}`,
  ].join(', ');
  const rows = life.events.map((event) => [isoSeconds(event.at), event.what, byText(event), saidText(event)]);
  return `${title}\n${life.explanation}\nNow: ${state}\n\n${textTable(['When', 'What', 'By', 'Reason or note'], rows, [])}`;
}

function byText({ run, asOf, who }: LifeEvent): string {
  return run === null ? plain(who ?? '') : `run ${run}, as of ${isoSeconds(asOf!)}`;
}

function saidText({ what, expected, actual, record, reason, assignee, run }: LifeEvent): string {
  if (what === 'assign') return assignee === null ? 'to nobody' : `to ${plain(assignee)}`;
  if (run === null) return plain(reason ?? '');
  if (what === 'closed by evidence') {
    return record === null
      ? 'by no new record of this order: evidence was withdrawn, corrected or is of another order, or the settings or the as-of changed'
      : `by the record ${plain(record)}`;
  }
  return plain(
    [expected === null ? [] : `expected ${expected}`, actual === null ? [] : `actual ${actual}`]
      .flat()
      .join(', '),
  );
}
