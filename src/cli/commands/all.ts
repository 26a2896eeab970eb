import type { Action } from '../../books/findings/decision.ts';
import type { Command, CommandGroup } from '../command.ts';

/** Every command, in the order in which help, man page and completion list them. */
export const COMMANDS: ReadonlyArray<Command | CommandGroup> = [
  {
    command: 'reconcile',
    describe: 'Judge the orders of a date and publish its reports',
    load: () => import('./reconcile-command.ts'),
  },
  {
    command: 'ingest <paths..>',
    describe: 'Read logs into the store',
    load: () => import('./ingest-command.ts'),
  },
  {
    command: 'report [name]',
    describe: 'Write one report, or all, of a date or several as they are today, or as a version had them',
    load: () => import('./report-command.ts'),
  },
  {
    command: 'total',
    describe: 'Sum what was paid, by the day of payment, method and currency',
    load: () => import('./total-command.ts'),
  },
  {
    command: 'order <order-no>',
    describe: 'Everything known of one order, in time order, to the log line',
    load: () => import('./order-command.ts'),
  },
  {
    command: 'findings',
    describe: 'List findings by severity and age, and close, assign and note them',
    examples: [
      ['$0 findings list --severity high', 'what to look at first'],
      ['$0 findings show BR0000001234', "an order's findings, from their first sight on"],
      ['$0 findings accept BR0000001234 AMOUNT_MISMATCH --reason "a discount"', 'closes one'],
      ['$0 findings list --csv > todo.csv', 'to fill in action and note in a spreadsheet'],
      ['$0 findings apply todo.csv --dry-run', 'what the file would do'],
    ],
    subcommands: [
      {
        command: 'list',
        describe:
          'The findings of the newest run that are open, those of the highest severity and the oldest first, with their ages',
        load: () => import('./findings/findings-list-command.ts'),
      },
      {
        command: 'show <order-no> [finding]',
        describe: "An order's findings from their first sight on: runs, records and decisions",
        load: () => import('./findings/findings-show-command.ts'),
      },
      deciding('resolve', 'Close findings that were put right'),
      deciding('accept', 'Close findings that are right as they are'),
      deciding('write-off', 'Close findings whose money is given up'),
      deciding('assign', 'Say who looks after findings'),
      deciding('note', 'Add a note to findings, open or closed'),
      deciding('reopen', 'Open findings again that people closed'),
      {
        command: 'apply <path>',
        describe: 'Apply a file of decisions, all of it or nothing',
        load: () => import('./findings/findings-apply-command.ts'),
      },
    ],
  },
  {
    command: 'verify',
    describe: 'Check published versions against their manifests and the store, and the store by itself',
    load: () => import('./verify-command.ts'),
  },
  {
    command: 'adopt',
    describe: 'Take over published versions that this store does not know, if it makes the same facts',
    load: () => import('./adopt-command.ts'),
  },
  {
    command: 'renormalise',
    describe: 'Apply corrected settings, or newer rules of reading, to everything stored, without the files',
    load: () => import('./renormalise-command.ts'),
  },
  {
    command: 'close',
    describe: 'Close a period: what is reported of it is final, and later changes are adjustments',
    load: () => import('./close-command.ts'),
  },
  {
    command: 'purge',
    describe: 'Take out evidence and results past a limit; published files and the audit trail stay',
    load: () => import('./purge-command.ts'),
  },
  {
    command: 'demo',
    describe: 'Make a realistic day of logs, reconcile it and say where the CSVs are',
    load: () => import('./demo-command.ts'),
  },
  {
    command: 'init',
    describe: 'Write a commented settings file, and test what it says',
    load: () => import('./init-command.ts'),
  },
  {
    command: 'doctor',
    describe: 'Look at everything that a run needs, and change nothing',
    load: () => import('./doctor-command.ts'),
  },
  {
    command: 'source',
    describe: 'List what the jobs read, and try a source without keeping anything',
    examples: [
      ['$0 source list', 'each source, and how far it was read'],
      ['$0 source test pay-ins', 'what its first rows would become'],
    ],
    subcommands: [
      {
        command: 'list',
        describe: 'What the jobs read: folders and sources of the settings, and how far each was read',
        load: () => import('./source/source-list-command.ts'),
      },
      {
        command: 'test <name>',
        describe: 'What the first rows or lines of a source would become, keeping nothing',
        load: () => import('./source/source-test-command.ts'),
      },
    ],
  },
  {
    command: 'job <action> [name]',
    describe: 'List the scheduled jobs and how they went, or run one now',
    load: () => import('./job-command.ts'),
  },
  {
    command: 'alerts',
    describe: 'Show the messages to the channels of the settings, try a channel, send what waits',
    examples: [
      ['$0 alerts test finance', 'a test message to the channel finance, now'],
      ['$0 alerts list', 'what waits and why, and what was sent lately'],
      ['$0 alerts send', 'sends what is due'],
    ],
    subcommands: [
      {
        command: 'list',
        describe: 'Messages that wait or were given up, and those that were sent lately',
        load: () => import('./alerts/alerts-list-command.ts'),
      },
      {
        command: 'test <channel>',
        describe: 'Send a test message to a channel now, and say how it went',
        load: () => import('./alerts/alerts-test-command.ts'),
      },
      {
        command: 'send',
        describe: 'Send the messages that are due now; the schedule does so by itself',
        load: () => import('./alerts/alerts-send-command.ts'),
      },
    ],
  },
  {
    command: 'schedule',
    describe: 'Run the jobs when they are due, until stopped',
    load: () => import('./schedule-command.ts'),
  },
  {
    command: 'migrate',
    describe: 'Bring the database to the layout of this version (every command does so by itself)',
    load: () => import('./migrate-command.ts'),
  },
  {
    command: 'help [topic]',
    describe: 'Explain an outcome, finding, error, reason or report, or list them',
    load: () => import('./help-command.ts'),
  },
  {
    command: 'completion <shell>',
    describe: 'Print a script that lets a shell complete commands, options and values',
    load: async () => (await import('./completion-command.ts')).completionOf(COMMANDS),
  },
];

/** A command that decides about findings: the orders, then the code, which yargs takes as one list. */
function deciding(action: Action, describe: string): Command {
  return {
    command: `${action} [orders-and-code..]`,
    describe,
    load: async () => (await import('./findings/findings-decide-command.ts')).decidingCommand(action),
  };
}
