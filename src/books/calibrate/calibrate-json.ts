import { z } from 'zod';
import { type Question, type Reading, TOPICS, VERDICTS } from './question.ts';

const reading = z.strictObject({
  reading: z.string(),
  in_use: z.boolean(),
  agree: z.int(),
  disagree: z.int(),
  unreadable: z.int(),
  settings: z
    .array(z.strictObject({ path: z.string(), value: z.union([z.string(), z.int()]) }))
    .describe('What to set to read so; empty if it is in use, or if no setting reads so'),
  example: z
    .strictObject({
      merchant_id: z.string(),
      order_no: z.string(),
      source: z.string(),
      line: z.int(),
      text: z.string(),
      read_as: z.string().nullable(),
      against: z.string(),
    })
    .nullable()
    .describe('The first record that does not agree'),
});

/** What `calibrate --json` prints. */
export const CALIBRATE_SCHEMA = z.array(
  z.strictObject({
    topic: z.enum(TOPICS),
    region: z.string(),
    table: z
      .string()
      .nullable()
      .describe(
        'Of statements: the table of the setting map, or the source, by which they were read; statement for lines, and for ' +
          'files that no table names',
      ),
    compared: z.int(),
    alone: z.int().describe('Records that nothing was stored to compare with'),
    verdict: z.enum(VERDICTS),
    readings: z.array(reading).describe('The one that agrees best first'),
  }),
);

export type CalibrateJson = z.infer<typeof CALIBRATE_SCHEMA>;

export function calibrateJson(questions: readonly Question[]): CalibrateJson {
  return questions.map(({ readings, ...question }) => ({ ...question, readings: readings.map(readingJson) }));
}

function readingJson({ name, isInUse, settings, example, ...counts }: Reading) {
  const shown = example === null ? null : exampleJson(example);
  return {
    ...{ reading: name, in_use: isInUse, ...counts },
    settings: Object.entries(settings).map(([path, value]) => ({ path, value })),
    example: shown,
  };
}

function exampleJson({ merchantId, orderNo, readAs, ...rest }: NonNullable<Reading['example']>) {
  return { merchant_id: merchantId, order_no: orderNo, ...rest, read_as: readAs };
}
