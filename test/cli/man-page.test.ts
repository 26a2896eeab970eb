import { expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/all.ts';
import { describeProgram } from '../../src/cli/describe-program.ts';
import { LISTS } from '../../src/cli/help-topics.ts';
import { EXIT, FAULTS } from '../../src/errors.ts';
import { readCode } from '../support/code-files.ts';

const page = readCode('man/payin-recon.1');

/** The page as it reads, without roff's marks. */
const plain = page
  .replaceAll(/\\f[BIR]/g, '')
  .replaceAll('\\-', '-')
  .replaceAll('\\(aq', "'")
  .replaceAll('\\&', '');

it('the man page says all commands with their options, exit codes and lists', async () => {
  const { commands, options } = await describeProgram(COMMANDS);
  for (const command of commands) {
    const start = plain.indexOf(`.SS payin-recon ${command.synopsis}\n`);
    expect(start, command.name).toBeGreaterThan(0);
    const end = plain.indexOf('\n.S', start + 1);
    const part = plain.slice(start, end);
    expect(part).toContain(command.describe);
    for (const { name } of command.options) expect(part).toContain(`--${name}`);
    for (const [line, purpose] of command.examples) expect(part).toContain(`${line}\n${purpose}`);
  }
  for (const { name } of options) expect(plain).toContain(`\n--${name}`);
  for (const code of Object.values(EXIT)) expect(plain).toContain(`.TP\n${code}\n`);
  for (const code of Object.keys(FAULTS)) expect(plain).toContain(code);
  for (const { name } of LISTS) expect(plain).toContain(`payin-recon help ${name}`);
});

it('has no line that roff would take for a request but those that are meant', () => {
  const requests = page.split('\n').filter((line) => /^[.']/.test(line));
  expect(requests.filter((line) => !/^\.(TH|SH|SS|TP|PP|B|I)( |$)/.test(line))).toEqual([]);
  expect(page.replaceAll(/\\(f[BIR]|-|e|&|\(aq)/g, '')).not.toContain('\\');
});
