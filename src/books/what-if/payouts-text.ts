import { regionFolder } from '../../settings/region-folder.ts';
import { counted, grouped, plain, textTable } from '../../terminal-text.ts';
import { amountText, changeText } from './change-text.ts';
import type { PayoutDifferences, ShownPayout } from './payout-differences.ts';

/** The payouts and bank rows of a date that would differ, with their money. */
export function payoutsText({ different, listed }: PayoutDifferences): string {
  const rows = listed.map(({ region, payoutId, currency, before, after }) => {
    const cell = (of: (shown: ShownPayout) => string) => changeText(before, after, of);
    return [
      ...[regionFolder(region), plain(payoutId ?? '-')],
      cell(({ grossMinor }) => amountText(grossMinor, currency)),
      cell(({ feeMinor }) => amountText(feeMinor, currency)),
      cell(({ refundsMinor }) => amountText(refundsMinor, currency)),
      cell(({ netMinor }) => amountText(netMinor, currency)),
      cell(({ bankMinor }) => amountText(bankMinor, currency)),
      cell((shown) => amountText(differenceOf(shown), currency)),
      cell(({ bookedOn }) => bookedOn ?? '-'),
      cell(({ bankReference }) => plain(bankReference ?? '-')),
    ];
  });
  const header = [
    'Region',
    'Payout',
    'Gross',
    'Fees',
    'Refunds',
    'Paid out',
    'Bank',
    'Difference',
    'Booked on',
    'Reference',
  ];
  const more = different - listed.length;
  return [
    `${counted(different, 'row')} of payouts.csv would differ.`,
    '',
    textTable(header, rows, []),
    ...(more > 0 ? [`and ${grouped(more)} more, see --limit and payouts.csv of the preview`] : []),
  ].join('\n');
}

/** What the bank booked minus what is paid out, as payouts.csv has it. */
function differenceOf({ netMinor, bankMinor }: ShownPayout): string | null {
  return netMinor === null || bankMinor === null ? null : String(BigInt(bankMinor) - BigInt(netMinor));
}
