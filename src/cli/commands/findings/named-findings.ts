import type { Action } from '../../../books/findings/decision.ts';
import { didYouMean } from '../../../did-you-mean.ts';
import { Fault } from '../../../errors.ts';
import { RULES } from '../../../reconcile/rules/all.ts';

const CODES = RULES.map(({ code }) => code);

export interface NamingOptions {
  readonly ordersAndCode?: readonly string[] | undefined;
  readonly order?: string | undefined;
  readonly code?: string | undefined;
  readonly allMatching?: boolean | undefined;
}

/** Orders, and the code of the finding that each of them has. */
export interface NamedFindings {
  readonly orders: readonly string[];
  /** Undefined only if all matching findings are selected. */
  readonly code: string | undefined;
}

/**
 * The orders and the finding code that a command line names. The last word is the code unless `--code` gives it. To
 * select an order whose number equals a code, use `--order`, or give `--code`.
 * @throws Fault USAGE if orders or code are missing, or if a code is not the last word
 */
export function namedFindings(action: Action, options: NamingOptions): NamedFindings {
  const { ordersAndCode: words = [], order, code: codeOption, allMatching } = options;
  const last = words.at(-1);
  const lastIsCode = codeOption === undefined && last !== undefined && CODES.includes(last);
  const code = lastIsCode ? last : codeOption;
  const before = lastIsCode ? words.slice(0, -1) : words;
  const orders = [...before, ...(order === undefined ? [] : [order])];
  const early = codeOption === undefined ? before.find((word) => CODES.includes(word)) : undefined;
  const where = `payin-recon findings ${action}`;
  if (early !== undefined) {
    throw new Fault('USAGE', {
      where,
      found: `${early} before the last word`,
      expected: 'orders first, then one code; an order that is called so by --order',
    });
  }
  if (allMatching !== true && (orders.length === 0 || code === undefined)) {
    const meant = last === undefined ? undefined : didYouMean(last, CODES);
    throw new Fault('USAGE', {
      where,
      found:
        orders.length === 0 ? 'no order' : `${orders.length === 1 ? 'an order' : 'orders'} without a code`,
      expected: 'orders and a code; or options that say which findings, and --all-matching',
      ...(meant === undefined ? {} : { remedy: `${meant} See payin-recon findings ${action} --help.` }),
    });
  }
  return { orders, code };
}
