import { type Expression, type SqlBool, sql } from 'kysely';
import { isoCurrencies } from '../../normalise/money.ts';
import type { RegionSettings } from '../../settings/schema.ts';
import { words } from './expressions.ts';
import type { Evidence, Rule } from './rule.ts';

export const unsupportedVariant: Rule = {
  code: 'UNSUPPORTED_VARIANT',
  severity: 'medium',
  when: 'no region of the settings has this currency or method, or the region takes only certain ones and not this',
  explanation: 'This currency or method is none that the interface describes.',
  remedy:
    'If the currency or method is right, add it to a region in the setting regions. Otherwise correct the program that sends the request.',
  holds: (e, context) =>
    e.or([
      e('e.region', '=', ''),
      ...context.settings.regions.filter((region) => region.exclusive).map((region) => isForeign(e, region)),
    ]),
  expected: () => words('a currency and method of the settings'),
  actual: () => sql<string>`concat_ws(' ', e.currency, e.payment_method)`,
};

/** Whether an order has a currency or method that its region does not accept. An absent one is no other. */
function isForeign(e: Evidence, region: RegionSettings): Expression<SqlBool> {
  const currencies = region.currencies.flatMap((code) => (code === '*' ? isoCurrencies() : [code]));
  return e.and([
    e('e.region', '=', region.name),
    e.or([e('e.currency', 'not in', currencies), e('e.payment_method', 'not in', [...region.methods])]),
  ]);
}
