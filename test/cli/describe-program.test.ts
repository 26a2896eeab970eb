import { expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/all.ts';
import { describeProgram } from '../../src/cli/describe-program.ts';

const { commands } = await describeProgram(COMMANDS);
const option = (command: string, name: string) =>
  commands.find((one) => one.name === command)!.options.find((one) => one.name === name)!;

it.each([
  ['source test', 'rows', 'number'],
  ['demo', 'orders', 'number'],
  ['reconcile', 'in', 'file'],
  ['reconcile', 'out', 'folder'],
  ['reconcile', 'date', 'text'],
  ['ingest', 'dry-run', 'nothing'],
])('%s --%s takes a %s', (command, name, takes) => {
  expect(option(command, name).takes).toBe(takes);
});

it.each(['ingest', 'calibrate'])('%s --region does not offer orders without a region', (command) => {
  expect(option(command, 'region').values).toEqual(['BR', 'EG']);
  expect(option('reconcile', 'region').values).toEqual(['BR', 'EG', 'other']);
});
