import { z } from 'zod';
import { regionName, texts, zone } from './value-kinds.ts';

/** How messages of one region are recognised and read. */
export const region = z
  .strictObject({
    name: regionName.describe('Name of the region in reports and folders'),
    currencies: texts.describe(
      "ISO 4217 codes of this region; '*' is every code of ISO 4217 that no region before it names, so a region with '*' comes last",
    ),
    methods: texts.describe(
      'Payment methods of this region, whatever the currency; a currency or method is in one region only',
    ),
    zone: zone.describe('Time zone of its business dates and of times without offset'),
    amountUnit: z.enum(['minor', 'major']).describe("Unit of money.amount in this region's messages"),
    decimals: z
      .int()
      .min(0)
      .max(4)
      .describe('Decimal places permitted in that unit; never more than the currency has'),
    exclusive: z
      .boolean()
      .describe('Whether currencies or methods that are not listed are reported as UNSUPPORTED_VARIANT'),
    variant: z
      .enum(['brazil', 'egypt', 'none'])
      .describe("Variant of the interface's field rules that applies to its messages"),
  })
  .refine((one) => !one.exclusive || (one.currencies.length > 0 && one.methods.length > 0), {
    path: ['exclusive'],
    error: 'currencies and methods, which exclusive needs',
    when: ({ value }) => Array.isArray(Object(value).currencies) && Array.isArray(Object(value).methods),
  });

/** The two variants of the interface. */
export const REGIONS: z.infer<typeof region>[] = [
  {
    name: 'BR',
    currencies: ['BRL'],
    methods: ['PIX'],
    zone: 'America/Sao_Paulo',
    amountUnit: 'minor',
    decimals: 0,
    exclusive: true,
    variant: 'brazil',
  },
  {
    name: 'EG',
    currencies: ['*'],
    methods: [],
    zone: 'Africa/Cairo',
    amountUnit: 'major',
    decimals: 2,
    exclusive: false,
    variant: 'egypt',
  },
];
