import { z } from 'zod';
import { settingsSchema } from '../src/settings/schema.ts';

/** payin-recon.schema.json: the settings as JSON Schema 2020-12, for editors. */
export function editorSchema(): string {
  const form = z.toJSONSchema(settingsSchema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // `expected` is for error messages and is not a keyword of JSON Schema.
      delete jsonSchema['expected'];
    },
  });
  const { $schema, ...rest } = form;
  const head = { $schema, title: 'Settings of payin-recon', description: 'payin-recon.yaml' };
  return `${JSON.stringify({ ...head, ...rest }, null, 2)}\n`;
}
