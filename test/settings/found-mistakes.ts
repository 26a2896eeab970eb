import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Fault } from '../../src/errors.ts';
import { loadSettings } from '../../src/settings/load-settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Given {
  readonly text?: string | Uint8Array;
  readonly environment?: Record<string, string>;
  readonly overrides?: { data?: string; databaseUrl?: string; out?: string };
  /** Makes something other than a file of text where the settings are looked for. */
  readonly place?: (path: string) => void;
  readonly file?: string;
}

/** What a person is told of settings that are not valid, line by line. */
export function mistakes({ text, environment = {}, overrides = {}, place, file }: Given): readonly string[] {
  const workingDirectory = temporaryFolder();
  const path = join(workingDirectory, 'payin-recon.yaml');
  if (text !== undefined) writeFileSync(path, text);
  place?.(path);
  try {
    loadSettings({ file, environment, workingDirectory, overrides });
  } catch (error) {
    expect(error).toMatchObject({ code: 'SETTINGS_INVALID', exitCode: 2 });
    return [(error as Fault).detail.found ?? []].flat();
  }
  throw new Error('the settings were taken');
}

export const inFile = (text: string | Uint8Array) => mistakes({ text });
