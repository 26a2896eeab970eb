import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';

const profile = JSON.parse(readFileSync(new URL('datapackage-2.0.json', import.meta.url), 'utf8'));
const conforms = new Ajv({ allErrors: true, strict: false }).compile(profile);

/** What a datapackage.json has that the Data Package standard does not allow. */
export function datapackageMistakes(content: unknown): readonly ErrorObject[] {
  conforms(content);
  return conforms.errors ?? [];
}
