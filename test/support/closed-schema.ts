import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { packageRoot } from '../../src/database/package-root.ts';

/**
 * A published JSON Schema, without its permission for keys that it does not name, so that a test finds keys that it
 * lacks.
 */
export function closedSchema(name: string): ValidateFunction {
  return new Ajv2020({ allErrors: true }).compile(closed(publishedSchema(name)) as object);
}

// biome-ignore lint/suspicious/noExplicitAny: a schema has whatever it has.
export function publishedSchema(name: string): any {
  return JSON.parse(readFileSync(join(packageRoot, 'docs/reference', name), 'utf8'));
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const own = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return own['type'] === 'object' ? { ...own, additionalProperties: false } : own;
}
