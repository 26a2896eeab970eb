/** init, doctor and source test look at every file of a source, not only at the first. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { filesOf } from '../support/state.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './command.ts';

const HEADER = 'numero_pedido;loja;valor;moeda;criado_em';
const ROW = 'ORDER00009;M0001;20000;BRL;2026-11-19 10:05:00-03:00';
const DATES = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'];

/** Four logs that read, and four tables that do not, in folders whose order begins with a log. */
function eightFiles(): string {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'logs'));
  for (const [at, date] of DATES.entries()) {
    const line = at < 2 ? payInLine() : callbackLine();
    write(join(cwd, `logs/a-${date}.ndjson`), `${line}\n`.repeat(3));
    write(join(cwd, `logs/pedidos-${date}.csv`), `${HEADER}\n${ROW}\n`);
  }
  return cwd;
}

function write(path: string, content: string): void {
  writeFileSync(path, content);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
}

onEngines('every file of a source', (engine) => {
  async function ground(cwd: string) {
    const { environment } = await engine.database();
    return async (...words: string[]) => {
      const { code, stdout, stderr } = await run(words, { cwd, environment });
      return { code, text: stdout + stderr };
    };
  }

  it('is looked at before the first night, by init and doctor', async () => {
    const told = await ground(eightFiles());
    const found = String.raw`4 files such as logs\/pedidos-2026-11-16\.csv:1: no column that is known, of 5`;
    const init = await told('init', '--source', 'shop=logs', '--folder', 'logs');
    expect(init).toMatchObject({ code: 2, text: expect.stringContaining('error SOURCE_COLUMNS: ') });
    const doctor = await told('doctor');
    expect(doctor.code).toBe(2);
    for (const subject of ['source shop', 'ingest.folders']) {
      expect(init.text).toMatch(new RegExp(`${subject} +NOT OK +${found}`));
      expect(doctor.text).toMatch(new RegExp(`bad +${subject} +${found}`));
    }
    expect(doctor.text).toContain('map: { pedidos: { kind: pay-ins, columns: { numero_pedido: ');
  });

  it('is looked at by source test, and what it proposes for those that do not read makes them', async () => {
    const cwd = eightFiles();
    const told = await ground(cwd);
    const sources = 'sources: [{ name: shop, paths: [logs] }]\n';
    write(join(cwd, 'payin-recon.yaml'), sources);
    const before = filesOf(cwd);
    const { code, text } = await told('source', 'test', 'shop', '--rows', '2');
    expect(filesOf(cwd)).toEqual(before);
    expect(code).toBe(2);
    expect(text).toContain('shop: 8 files to read.\n4 files cannot be read, see below.\n');
    expect(text).toContain('Looked at 8 lines: 8 understood, 0 rejected. Nothing was stored.');
    expect(text).toMatch(/a-2026-11-16\.ndjson\n.*\n +1 +pay-in +M0001/);
    expect(text).toMatch(/a-2026-11-18\.ndjson\n.*\n +1 +callback +M0001/);
    for (const date of DATES) expect(text).toContain(`logs/pedidos-${date}.csv:1: no column that is known`);

    const map = /^ *(map: .*)$/m.exec(text)![1]!;
    write(join(cwd, 'payin-recon.yaml'), `${sources}${map}\n`);
    expect((await told('doctor')).text).toMatch(/ok +source shop +8 files\n/);
    const again = await told('source', 'test', 'shop', '--json');
    expect(again.code).toBe(0);
    const tested = JSON.parse(again.text);
    expect(tested).toMatchObject({ files: 8, looked: { records: 16, rejected: 0 }, unread: [] });
    expect([tested.result, ...tested.more].map(({ name }) => name)).toEqual([
      'logs/a-2026-11-16.ndjson',
      'logs/a-2026-11-18.ndjson',
      'logs/pedidos-2026-11-16.csv',
    ]);
    expect((await told('job', 'run', 'ingest')).code).toBe(0);
  });

  it('is told where none of its first lines is understood, and looked at while it is still being written', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'logs'));
    write(join(cwd, 'logs/a.ndjson'), `${payInLine()}\n`);
    write(join(cwd, 'logs/b.log'), 'GET /index.html\nGET /favicon.ico\n');
    writeFileSync(join(cwd, 'payin-recon.yaml'), 'sources: [{ name: shop, paths: [logs] }]\n');
    const told = await ground(cwd);
    expect((await told('doctor')).text).toMatch(
      /doubtful +source shop +1 file such as logs\/b\.log: none of the first lines is understood\n/,
    );
    writeFileSync(join(cwd, 'logs/c.csv'), 'orderNo,coluna\n1,2\n');
    const again = await told('doctor');
    expect(again).toMatchObject({ code: 2, text: expect.stringContaining('unknown columns: coluna') });
  });
});
