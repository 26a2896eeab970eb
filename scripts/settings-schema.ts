import { z } from 'zod';
import { settingsSchema } from '../src/settings/schema.ts';

/** payin-recon.schema.json: the settings' form for editors, as JSON Schema 2020-12. */
export function editorSchema(): string {
  const form = z.toJSONSchema(settingsSchema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // What our own messages say instead of a pattern is no keyword of JSON Schema.
      delete jsonSchema['expected'];
    },
  });
  const { $schema, ...rest } = form;
  const head = { $schema, title: 'Settings of payin-recon', description: 'payin-recon.yaml' };
  return `${JSON.stringify({ ...head, ...rest }, null, 2)}\n`;
}
