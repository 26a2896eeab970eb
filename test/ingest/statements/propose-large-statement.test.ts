import { expect, it } from 'vitest';
import { proposalText, proposeStatement } from '../../../src/ingest/propose/propose-statement.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { lines, write } from '../reading.ts';

const SETTINGS = parseSettings({});
const HEADER = 'Pedido;Valor;Data';

it('shows the beginning of a long cell, and proposes with the whole one', async () => {
  const order = 'A'.repeat(40_000);
  const file = write(temporaryFolder(), 'x.csv', lines(HEADER, `${order};10,00;19/11/2026 10:00`));
  const proposal = await proposeStatement(file, SETTINGS);
  expect(proposal.columns[0]).toMatchObject({ means: 'order_no', samples: [order] });
  const text = proposalText(proposal);
  expect(text).toContain(`order_no      ${'A'.repeat(40)}…\n`);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(400);
});

it('lists forty unknown columns and says how many more there are', async () => {
  const unknown = Array.from({ length: 3000 }, (_, at) => `c${at}`);
  const row = ['P1', '10,00', '19/11/2026 10:00', ...unknown.map(() => 'x')].join(';');
  const file = write(temporaryFolder(), 'x.csv', lines([HEADER, ...unknown].join(';'), row));
  const proposal = await proposeStatement(file, SETTINGS);
  expect(proposal.columns).toHaveLength(3003);
  const text = proposalText(proposal);
  expect(text.match(/^ {2}\S+ +nothing known/gm)).toHaveLength(40);
  expect(text).toMatch(/^ {2}c39 +nothing known +-\n {2}and 2,960 more, of which nothing is known$/m);
  expect(text).toContain('or ignore: c0, c1,');
  expect(text).toContain('c38, c39, and 2,960 more.');
  expect(text).not.toContain('c40');
  expect(text.split('\n').length).toBeLessThan(80);
});

it('ends with a command that can be pasted, whatever the name of the file', async () => {
  const file = write(
    temporaryFolder(),
    "extrato d'ouro de nov.csv",
    lines('Order Number,Gross Amount', 'A1,5'),
  );
  expect(proposalText(await proposeStatement(file, SETTINGS))).toMatch(
    /\nThen: payin-recon ingest --dry-run '\/.*\/extrato d'\\''ouro de nov\.csv'$/,
  );
});
