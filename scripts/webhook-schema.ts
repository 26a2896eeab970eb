import { z } from 'zod';
import { WEBHOOK_BODY } from '../src/alerts/channels/webhook.ts';

/** docs/reference/webhook.schema.json: the bodies of webhooks as JSON Schema 2020-12. Further keys may be added. */
export function webhookSchema(): string {
  const { $schema, ...rest } = z.toJSONSchema(WEBHOOK_BODY, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema['readOnly'];
    },
  });
  const head = {
    $schema,
    title: 'Webhook of payin-recon',
    description: 'The body of an alert that is posted to a webhook',
  };
  return `${JSON.stringify({ ...head, ...rest }, null, 2)}\n`;
}
