import { z } from 'zod';
import { WEBHOOK_BODY } from '../src/alerts/channels/webhook.ts';
import { CALIBRATE_SCHEMA } from '../src/books/calibrate/calibrate-json.ts';
import { WHAT_IF_SCHEMA } from '../src/books/what-if/what-if-json.ts';
import { MANIFEST_SCHEMA } from '../src/export/publish/manifest-schema.ts';

/** docs/reference/webhook.schema.json: the bodies of webhooks. */
export function webhookSchema(): string {
  return schemaFile(
    WEBHOOK_BODY,
    'Webhook of payin-recon',
    'The body of an alert that is posted to a webhook',
  );
}

/** docs/reference/manifest.schema.json: the manifest of a version. */
export function manifestSchema(): string {
  return schemaFile(MANIFEST_SCHEMA, 'Manifest of payin-recon', 'manifest.json in the folder of a version');
}

/** docs/reference/what-if.schema.json: what `what-if --json` prints. */
export function whatIfSchema(): string {
  return schemaFile(WHAT_IF_SCHEMA, 'What-if of payin-recon', 'What payin-recon what-if --json prints');
}

/** docs/reference/calibrate.schema.json: what `calibrate --json` prints. */
export function calibrateSchema(): string {
  return schemaFile(
    CALIBRATE_SCHEMA,
    'Calibration of payin-recon',
    'What payin-recon calibrate --json prints',
  );
}

/** A form as JSON Schema 2020-12, by which further keys are allowed. */
function schemaFile(form: z.ZodType, title: string, description: string): string {
  const { $schema, ...rest } = z.toJSONSchema(form, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema['readOnly'];
    },
  });
  return `${JSON.stringify({ $schema, title, description, ...rest }, null, 2)}\n`;
}
