import { readMoney } from '../../normalise/money.ts';
import type { RegionSettings } from '../../settings/schema.ts';
import { type CallbackRow, placeOf } from './callback-row.ts';
import { type Question, ReadingTally, rank, type Tally } from './question.ts';

type Unit = RegionSettings['amountUnit'];
type Written = Pick<RegionSettings, 'amountUnit' | 'decimals'>;

const DECIMALS: Readonly<Record<Unit, number>> = { minor: 0, major: 2 };

interface Candidate {
  readonly tally: ReadingTally;
  readonly notified: Written;
  readonly requested: Written;
}

/**
 * Whether a region's amounts are minor or major units: a callback's amount and its order's are mostly the same, and a fraction
 * of a minor unit cannot be. Whole numbers agree either way.
 */
export class AmountUnit implements Tally<CallbackRow> {
  readonly #region: RegionSettings;
  readonly #candidates: readonly Candidate[];
  #compared = 0;
  #alone = 0;

  constructor(region: RegionSettings) {
    this.#region = region;
    const inUse = { amountUnit: region.amountUnit, decimals: region.decimals };
    const unit = region.amountUnit === 'minor' ? 'major' : 'minor';
    const other = { amountUnit: unit, decimals: DECIMALS[unit] } as const;
    const path = `regions.${region.name}`;
    const settings = { [`${path}.amountUnit`]: unit, [`${path}.decimals`]: other.decimals };
    const mixed = (requested: Written, notified: Written): Candidate => ({
      tally: new ReadingTally(`requests ${requested.amountUnit}, callbacks ${notified.amountUnit}`),
      ...{ requested, notified },
    });
    this.#candidates = [
      { tally: new ReadingTally(region.amountUnit), requested: inUse, notified: inUse },
      { tally: new ReadingTally(unit, settings), requested: other, notified: other },
      mixed(inUse, other),
      mixed(other, inUse),
    ];
  }

  take(row: CallbackRow): void {
    if (row.amount_text === null) return;
    const [currency, text] =
      row.requested_text === null
        ? [row.response_currency, row.response_amount_text]
        : [row.requested_currency, row.requested_text];
    if (text === null || currency === null || row.currency !== currency) {
      this.#alone += 1;
      return;
    }
    this.#compared += 1;
    const read = this.#candidates.map(({ notified, requested }) => ({
      paid: readMoney(row.amount_text!, currency, notified),
      asked: readMoney(text, currency, requested),
    }));
    for (const [index, { tally }] of this.#candidates.entries()) {
      const { paid, asked } = read[index]!;
      const isRead = paid !== undefined && asked !== undefined;
      const isSame = paid === read[0]!.paid && asked === read[0]!.asked;
      tally.take(!isRead ? 'unreadable' : paid === asked ? 'agree' : 'disagree', isSame, () => ({
        ...placeOf(row),
        text: row.amount_text!,
        readAs: paid === undefined ? null : `${paid} minor units of ${currency}`,
        against: `requested ${text}${asked === undefined ? ', which cannot be read' : ''}`,
      }));
    }
  }

  question(): Question {
    const [inUse, ...others] = this.#candidates.map(({ tally }) => tally);
    const asked = { topic: 'amount_unit', region: this.#region.name, table: null } as const;
    // Different units in one order only matter if they explain more of them.
    const explaining = others.filter(
      ({ settings, agree }) => Object.keys(settings).length > 0 || agree > inUse!.agree,
    );
    return rank({ ...asked, compared: this.#compared, alone: this.#alone }, inUse!, explaining);
  }
}
