import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../src/database/package-root.ts';
import { describeFault, type Fault } from '../../../src/errors.ts';
import { testSource } from '../../../src/ingest/sample/test-source.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../../src/settings/schema.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { lines, READ_AT, read, write } from '../reading.ts';

const HINT = /looks like that of a statement of the provider/;

onEngines('a table that the settings do not know as a statement', (engine) => {
  const faultOf = async (path: string, settings: SettingsInput = {}, dryRun = true) => {
    const store = await engine.emptied();
    const reading = read(store, [path], { settings: parseSettings(settings), dryRun });
    return (await reading.then(
      () => expect.unreachable(),
      (error) => error,
    )) as Fault;
  };

  it.each([true, false])('is named as one by its header, and what to run (dry run: %s)', async (dryRun) => {
    const path = write(
      temporaryFolder(),
      'repasses.csv',
      lines('Pedido;Valor;Tarifa;Líquido;Data', 'A1;1,00;0,10;0,90;19/11/2026'),
    );
    const fault = await faultOf(path, {}, dryRun);
    expect(fault.code).toBe('SOURCE_COLUMNS');
    const text = describeFault(fault);
    expect(text).toContain('The header in line 1 looks like that of a statement of the provider.');
    expect(text).toContain(`payin-recon init --statement ${path} proposes how to read it.`);
    expect(text).toMatch(/If it is none: in payin-recon.yaml, give each of them a path or ignore:\n *map:/);
  });

  it('is named as one below lines of title, and in a sheet of a workbook', async () => {
    const examples = join(packageRoot, 'examples/statements');
    const portal = describeFault(await faultOf(join(examples, 'portal/extrato-2026-11.csv')));
    expect(portal).toContain('The header in line 3 looks like that of a statement of the provider.');
    const workbook = describeFault(await faultOf(join(examples, 'workbook/settlement-2026-11.xlsx')));
    expect(workbook).toMatch(/The header in line \d+ of the sheet Transactions looks like/);
  });

  it.each(['order id,gross,fee,net,status', 'Order,Gross,Fee,Net,When it was paid'])(
    'is named as one by fee and net where no column has a known name for its time: %s',
    async (header) => {
      const path = write(temporaryFolder(), 'settlement.csv', lines(header, 'A1,1.00,0.10,0.90,paid'));
      const text = describeFault(await faultOf(path));
      expect(text).toContain('The header in line 1 looks like that of a statement of the provider.');
    },
  );

  it('is named as a bank statement by date, amount and reference', async () => {
    const path = write(temporaryFolder(), 'conta.csv', lines('Data;Histórico;Valor', '20/11/2026;PIX;1,00'));
    const text = describeFault(await faultOf(path));
    expect(text).toContain('The header in line 1 looks like that of an account statement of a bank.');
  });

  it.each([
    ['orders of a shop', 'Pedido;Loja;Valor;Moeda;Situação;Data;obs', {}],
    ['a table of other things', 'name;street;city', {}],
    ['a kind in the settings', 'Pedido;Valor;Tarifa;Data', { map: { tabela: { kind: 'callbacks' } } }],
    [
      'a statement with an unknown column',
      'Pedido;Valor;Tarifa;Data',
      { map: { tabela: { kind: 'statement' } } },
    ],
  ] as const)('is not named as one: %s', async (_name, header, settings) => {
    const path = write(temporaryFolder(), 'tabela.csv', lines(header, header.replace(/[^;]+/g, 'x')));
    expect(describeFault(await faultOf(path, settings as SettingsInput))).not.toMatch(/--statement/);
  });

  it('is named by the test of a source too', async () => {
    const folder = temporaryFolder();
    write(folder, 'repasses.csv', lines('Pedido;Valor;Tarifa;Data', 'A1;1,00;0,10;19/11/2026'));
    const settings = parseSettings({ sources: [{ name: 'stated', paths: [folder], quietSeconds: 0 }] });
    const { faults } = await testSource(await engine.emptied(), settings, {
      ...{ name: 'stated', rows: 5, readAt: { ...READ_AT, seconds: READ_AT.seconds + 1e9 } },
      workingDirectory: folder,
    });
    expect(faults.map(describeFault).join('\n')).toMatch(HINT);
  });
});
