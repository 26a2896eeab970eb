import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addCallbacks, CALLBACKS } from '../ingest/query/shop.ts';
import { onPostgresql } from '../support/engines.ts';
import { type MerchantDatabase, merchantDatabase } from '../support/merchant-database.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { filesOf } from '../support/state.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './command.ts';

const PASSWORD = 'hush-4-secret';

let shop: MerchantDatabase;

/** A folder with settings of four sources: files, a query, a query that is turned away, and a query of some rows. */
function folderWithSources(): string {
  const cwd = temporaryFolder();
  const wrong = Object.assign(new URL(shop.url), { password: PASSWORD }).href;
  const query = 'select received_at as "receivedAt", body, updated_at from callbacks';
  const sources = [
    { name: 'files', paths: ['logs/*.ndjson'] },
    { name: 'shop', databaseUrlFile: 'shop-url', query, watermark: 'updated_at', kind: 'callbacks' },
    {
      name: 'closed',
      databaseUrlCommand: [process.execPath, '-p', JSON.stringify(wrong)],
      query,
      watermark: 'updated_at',
    },
    { name: 'some', databaseUrlFile: 'shop-url', query: `${query} limit 1;`, watermark: 'updated_at' },
  ];
  writeFileSync(join(cwd, 'payin-recon.yaml'), JSON.stringify({ sources }));
  writeFileSync(join(cwd, 'shop-url'), shop.url, { mode: 0o600 });
  mkdirSync(join(cwd, 'logs'));
  writeFileSync(join(cwd, 'logs/a.ndjson'), `${payInLine()}\n${callbackLine()}\nno JSON\n`);
  utimesSync(join(cwd, 'logs/a.ndjson'), 1_700_000_000, 1_700_000_000);
  return cwd;
}

describe.skipIf(inject('templates').postgresql === undefined)('sources', () => {
  beforeAll(async () => {
    shop = await merchantDatabase();
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A1', 'A2', ''], "'2026-11-19T13:06:03Z'")}`);
  });
  afterAll(() => shop.drop());
  onPostgresql('of the settings', (engine) => {
    it('are listed, tried, looked at and read; a wrong password is never shown', async () => {
      const cwd = folderWithSources();
      const { environment } = await engine.database();
      const before = filesOf(cwd);
      const told = async (...words: string[]) => {
        const { code, stdout, stderr } = await run(words, { cwd, environment });
        expect(stdout + stderr).not.toContain(PASSWORD);
        return { code, text: stdout + stderr };
      };

      const files = await told('source', 'test', 'files', '--rows', '2');
      expect(files.code).toBe(0);
      expect(files.text).toContain(
        'files: 1 file to read.\nLooked at 2 lines: 2 understood, 0 rejected. Nothing was stored.',
      );
      expect(files.text).toMatch(/pay-in +M0001 +ORDER00001 +BR +BRL 200.00/);
      const query = await told('source', 'test', 'shop');
      expect(query.text).toContain(
        'Looked at 3 rows: 2 understood, 1 rejected. Nothing was stored.\n\nquery:shop\n',
      );
      expect(query.text).toContain('rejected: 1 as no_order_no, the first in line 3');
      expect(query.text).not.toContain('limit');
      expect((await told('source', 'test', 'closed')).text).toContain('error SOURCE_UNREACHABLE');
      expect((await told('source', 'test', 'some')).text).toContain(
        'some: the query ends with a limit, so that rows beyond it are never read. Take the limit out of the query',
      );
      expect(filesOf(cwd)).toEqual(before);

      const { code, text } = await told('job', 'run', 'ingest');
      expect(code).toBe(4);
      expect(text).toContain('Read 1 file, 3 records: 2 accepted, 0 duplicate, 1 rejected.');
      expect(text).toContain(
        'Read 3 rows of shop: 2 accepted, 0 duplicate, 1 rejected, up to 2026-11-19 13:06:03+00.',
      );
      expect(text).toContain('error SOURCE_UNREACHABLE');
      expect(text).toContain('wrong password');

      const list = JSON.parse((await told('source', 'list', '--json')).text);
      expect(list.sources).toEqual([
        {
          name: 'files',
          from: 'files',
          reads: 'logs/*.ndjson',
          files: 1,
          last_read: expect.any(String),
          mark: null,
        },
        {
          name: 'shop',
          from: 'query',
          reads: 'databaseUrlFile shop-url',
          files: null,
          last_read: expect.any(String),
          mark: '2026-11-19 13:06:03+00',
        },
        expect.objectContaining({ name: 'closed', last_read: null, mark: null }),
        expect.objectContaining({ name: 'some', mark: '2026-11-19 13:06:03+00' }),
      ]);
      expect((await told('source', 'list')).text).toMatch(/closed +query +databaseUrlCommand .* never/);

      const doctor = await told('doctor');
      expect(doctor.code).toBe(4);
      expect(doctor.text).toMatch(/ok +source files +1 file\n/);
      expect(doctor.text).toMatch(
        /ok +source shop +postgresql:\/\/.*, 2 columns understood, watermark updated_at\n/,
      );
      expect(doctor.text).toMatch(
        /doubtful +source some +the query ends with a limit, so that rows beyond it/,
      );
      expect(doctor.text).toMatch(/bad +source closed +closed .*: wrong password\n/);
    });
  });
});
