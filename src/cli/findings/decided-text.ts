import { stateName } from '../../operate/cases/decision.ts';
import type { CaseChange } from '../../operate/cases/keep-decisions.ts';
import { counted, plain, textTable } from '../../operate/text.ts';
import { print, printJson } from '../print.ts';

const MOST_SHOWN = 20;

/** Prints what was decided, or would be. */
export function printDecided(
  changes: readonly CaseChange[],
  options: { json?: boolean | undefined; dryRun?: boolean | undefined },
): void {
  const dryRun = options.dryRun === true;
  if (options.json === true) printJson({ dry_run: dryRun, decisions: changes.map(toldChange) });
  else print(decidedText(changes, dryRun));
}

function decidedText(changes: readonly CaseChange[], dryRun: boolean): string {
  const rows = changes
    .slice(0, MOST_SHOWN)
    .map(({ finding, action, text, before, after }) => [
      action,
      plain(finding.order_no),
      finding.code,
      plain(finding.merchant_id),
      before.state === after.state
        ? stateName(after.state)
        : `${stateName(before.state)} -> ${stateName(after.state)}`,
      plain(text ?? ''),
    ]);
  const more = changes.length - rows.length;
  const total = `${counted(changes.length, 'decision')}${dryRun ? ' would be made; nothing was changed.' : '.'}`;
  return [
    ...(rows.length === 0
      ? []
      : [textTable(['Action', 'Order', 'Code', 'Merchant', 'State', 'Said'], rows, [])]),
    ...(more === 0 ? [] : [`… and ${more} more (--json tells all)`]),
    total,
  ].join('\n');
}

function toldChange({ finding, action, text, before, after }: CaseChange): unknown {
  const told = ({ state, assignee, note, reason }: CaseChange['before']) => ({
    state: stateName(state),
    assignee,
    note,
    reason,
  });
  return {
    code: finding.code,
    merchant_id: finding.merchant_id,
    order_no: finding.order_no,
    action,
    text,
    before: told(before),
    after: told(after),
  };
}
