import { type CaseState, REQUEST, stateName } from '../../../books/findings/decision.ts';
import { changeJson } from '../../../books/findings/findings-json.ts';
import type { CaseChange } from '../../../books/findings/keep-decisions.ts';
import { requestText } from '../../../books/findings/write-off-amount.ts';
import { counted, plain, textTable } from '../../../terminal-text.ts';
import { print, printJson } from '../../print.ts';

const MOST_SHOWN = 20;

/**
 * Prints the decisions made, or in a dry run those that would be made. Of many, prints the first ones unless all are
 * asked for.
 */
export function printDecided(
  changes: readonly CaseChange[],
  options: { json?: boolean | undefined; dryRun?: boolean | undefined; showsAll?: boolean },
): void {
  const dryRun = options.dryRun === true;
  if (options.json === true) printJson({ dry_run: dryRun, decisions: changes.map(changeJson) });
  else print(decidedText(changes, dryRun, options.showsAll === true ? changes.length : MOST_SHOWN));
}

function decidedText(changes: readonly CaseChange[], dryRun: boolean, most: number): string {
  const rows = changes
    .slice(0, most)
    .map(({ finding, action, text, before, after }) => [
      action,
      plain(finding.order_no),
      finding.code,
      plain(finding.merchant_id),
      plain(
        stateText(before) === stateText(after)
          ? stateText(after)
          : `${stateText(before)} -> ${stateText(after)}`,
      ),
      plain(text ?? ''),
    ]);
  const more = changes.length - rows.length;
  const waiting = changes.filter(({ action }) => action === REQUEST).length;
  const total = `${counted(changes.length, 'decision')}${dryRun ? ' would be made; nothing was changed.' : '.'}`;
  return [
    ...(rows.length === 0
      ? []
      : [textTable(['Action', 'Order', 'Code', 'Merchant', 'State', 'Reason or note'], rows, [])]),
    ...(more === 0 ? [] : [`… and ${more} more (--json shows all)`]),
    total,
    ...(waiting === 0
      ? []
      : [
          `${counted(waiting, 'write-off')} above the limit: another person approves or declines with payin-recon findings approve or decline.`,
        ]),
  ].join('\n');
}

/** @example 'open, write-off of BRL 150.00 asked for by ana' */
function stateText({ state, awaiting }: CaseState): string {
  return awaiting === null ? stateName(state) : `${stateName(state)}, ${requestText(awaiting)}`;
}
