import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../database/package-root.ts';

const FOLDER = join(packageRoot, 'src/web/assets');

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** A file that browsers load beside the pages. */
export interface Asset {
  readonly type: string;
  readonly body: string;
}

/** All files by their addresses, which change with their content, so that browsers may keep them for ever. */
export const ASSETS: ReadonlyMap<string, Asset> = new Map(
  readdirSync(FOLDER).map((name) => {
    const body = readFileSync(join(FOLDER, name), 'utf8');
    return [addressOf(name, body), { type: TYPES[name.split('.').at(-1)!]!, body }];
  }),
);

/** The address of a file of src/web/assets. */
export function assetAddress(name: string): string {
  const address = [...ASSETS.keys()].find((one) => one.endsWith(`/${name}`));
  if (address === undefined) throw new Error(`no file ${name} in src/web/assets`);
  return address;
}

function addressOf(name: string, body: string): string {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  return `/assets/${digest}/${name}`;
}
