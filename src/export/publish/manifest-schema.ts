import { z } from 'zod';
import { AGE_BUCKETS } from '../../../reports/ageing.ts';
import { SCHEMA } from '../../../reports/report.ts';
import { FORMATS } from '../../settings/output-formats.ts';
import { SEVERITIES } from '../../settings/severity.ts';
import { PROFILE_NAMES } from '../profile.ts';

const count = z.int().min(0);
const date = z
  .string()
  .regex(/^\d{4,5}-\d\d-\d\d$/)
  .describe('Date, yyyy-MM-dd');
const instant = z
  .string()
  .regex(/^\d{4,5}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)
  .describe('Instant, ISO 8601 in UTC');
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256, hexadecimal');
const minor = z
  .string()
  .regex(/^-?\d+$/)
  .describe('Minor units of the currency, as text');
const amount = z
  .string()
  .regex(/^-?\d+(?:\.\d+)?$/)
  .describe('Major units of the currency, as text');

const completeUntil = z
  .object({
    date_ends: instant.describe('The first instant after the date, in the zone of the region'),
    pay_ins: instant.nullable().describe('Instant until which pay-ins are complete; null if there are none'),
    callbacks: instant.nullable().describe('The same for callbacks'),
    quiet_seconds: count.describe('How long before the end of the date nothing needs to be logged'),
  })
  .describe('How far the data covered the date when the run began');

const unreadSource = z.object({
  source: z.string(),
  code: z.string().describe('Code of the error'),
  files: count,
  example: z.string().describe('The first file, with its line'),
  found: z.string(),
});

const gap = z.object({
  kind: z.enum(['pay-ins', 'callbacks', 'statements']),
  from: instant.describe('The last record before, or when the expected file begins'),
  to: instant.describe('The first record after, or when the expected file ends'),
  records_expected: count,
  missing_file: z
    .exactOptional(z.string())
    .describe('The first expected file that is missing; absent if only the silence shows the gap'),
  missing_files: z.exactOptional(count),
  waiting: z
    .array(z.object({ currency: z.string().nullable(), orders: count, minor }))
    .readonly()
    .describe('Orders that wait for what may be missing'),
});

const source = z.object({
  name: z.string(),
  sha256,
  bytes: count,
  records: count.describe('accepted + duplicate + rejected'),
  accepted: count,
  duplicate: count,
  rejected: count,
  complete_until: z
    .exactOptional(instant.nullable())
    .describe('Declared completeness; absent where runs kept no coverage'),
});

const total = z.object({
  outcome: z.string(),
  currency: z.string().nullable(),
  orders: count,
  requested_minor: minor,
  requested_amount: amount,
  paid_minor: minor,
  paid_amount: amount,
});

const stated = z.object({ currency: z.string().nullable(), orders: count, minor, amount });

const statements = z.object({
  totals: z
    .array(
      z.object({
        currency: z.string().nullable(),
        orders: count.describe('Orders of the date with a paid payment row'),
        stated_minor: minor,
        stated_amount: amount,
        fee_minor: minor,
        fee_amount: amount,
        net_minor: minor,
        net_amount: amount,
      }),
    )
    .readonly(),
  stuck_paid: z.array(stated).readonly().describe('STUCK orders of the date that statements show as paid'),
  expired_paid: z
    .array(stated)
    .readonly()
    .describe('EXPIRED orders of the date that statements show as paid'),
  only_in_statement: count.describe('Orders of the date with PAID_IN_STATEMENT_ONLY'),
  not_in_statement: count.describe('Orders of the date with NOT_IN_STATEMENT'),
  owed: z.array(stated).readonly().describe('Money still owed to payers of the date or earlier'),
});

const file = z.object({
  name: z.string(),
  rows: count.describe('Rows without the header'),
  bytes: count,
  sha256,
});

/** The manifest of a version or preview. */
export const MANIFEST_SCHEMA = z.object({
  schema: z.int().min(1).max(SCHEMA).describe(`Version of this layout; ${SCHEMA} is the newest`),
  date,
  region: z.string().describe('Region, other for orders without one'),
  version: z.int().min(1).nullable().describe('Number of the version; null for a preview'),
  as_of: instant.describe('Records from after it are not in the version'),
  settings_sha256: sha256.describe('Digest of the settings that decide results'),
  program: z.object({
    name: z.literal('payin-recon'),
    version: z.string(),
    time_zones: z.string().describe('Version of the IANA time zone database'),
  }),
  provisional: z
    .exactOptional(z.boolean())
    .describe('Whether orders or payments may be missing; absent where runs kept no coverage'),
  complete_until: z.exactOptional(completeUntil),
  unread_sources: z
    .exactOptional(z.array(unreadSource).readonly())
    .describe('Sources that could not be read completely; absent if there are none'),
  coverage: z
    .exactOptional(z.object({ gaps: z.array(gap).readonly() }))
    .describe(
      'Stretches of the date without records that were to be expected; absent where runs did not look for them',
    ),
  sources: z.array(source).readonly(),
  totals: z
    .array(total)
    .readonly()
    .describe('Orders and requested money by the currency of the request, payments by their own currency'),
  statements: z
    .exactOptional(statements)
    .describe('What statements say; absent if the run knew no statement'),
  findings: z
    .array(z.object({ severity: z.enum(SEVERITIES), age_bucket: z.enum(AGE_BUCKETS), findings: count }))
    .readonly()
    .describe('Open findings by severity and age in days'),
  audit: z
    .object({ entry: count, hash: sha256 })
    .describe('The newest entry of the audit trail that the version includes'),
  profile: z.enum(PROFILE_NAMES),
  format: z.enum(FORMATS),
  files: z.array(file).readonly(),
  datapackage: z
    .exactOptional(z.object({ name: z.literal('datapackage.json'), bytes: count, sha256 }))
    .describe('The description of the columns; absent if schema is less than 3'),
});

export type Manifest = z.infer<typeof MANIFEST_SCHEMA>;
export type ManifestStatements = z.infer<typeof statements>;
export type ManifestGap = z.infer<typeof gap>;
