import type { Action } from '../../books/findings/decision.ts';
import type { Command, CommandGroup } from '../command.ts';

/** Every command, in the order of the help, the man page and the completion. */
export const COMMANDS: ReadonlyArray<Command | CommandGroup> = [
  {
    command: 'reconcile',
    describe: 'Reconcile the orders of a date and publish its reports',
    load: () => import('./reconcile-command.ts'),
  },
  {
    command: 'ingest [paths..]',
    describe: 'Read logs into the store',
    load: () => import('./ingest-command.ts'),
  },
  {
    command: 'report [name]',
    describe: 'Write one report, or all, of one or more dates as known now, or as a version had them',
    load: () => import('./report-command.ts'),
  },
  {
    command: 'total',
    describe: 'Total payments by day of payment, method and currency',
    load: () => import('./total-command.ts'),
  },
  {
    command: 'order <order-no>',
    describe: 'Show everything known about one order, in time order, down to the log line',
    load: () => import('./order-command.ts'),
  },
  {
    command: 'findings',
    describe: 'List findings by severity and age, and close, assign and note them',
    examples: [
      ['$0 findings list', 'the most severe first'],
      ['$0 findings show BR0000001234', "the history of an order's findings"],
      ['$0 findings accept BR0000001234 AMOUNT_MISMATCH --reason "a discount"', 'closes one'],
      ['$0 findings list --csv > todo.csv', 'to fill in action and note in a spreadsheet'],
      ['$0 findings apply todo.csv --dry-run', 'what the file would do'],
    ],
    subcommands: [
      {
        command: 'list',
        describe:
          'List the open findings of the newest run with their ages, the highest severity and the oldest first',
        load: () => import('./findings/findings-list-command.ts'),
      },
      {
        command: 'show <order-no> [finding]',
        describe: "Show the history of an order's findings: runs, records and decisions",
        load: () => import('./findings/findings-show-command.ts'),
      },
      deciding('resolve', 'Close findings that were corrected'),
      deciding('accept', 'Close findings that are correct as they are'),
      deciding('write-off', 'Close findings whose amount is written off'),
      deciding('approve', 'Approve write-offs that another person has asked for'),
      deciding('decline', 'Decline write-offs that wait for approval, and leave the findings open'),
      deciding('assign', 'Assign findings to a person'),
      deciding('note', 'Add a note to findings, open or closed'),
      deciding('reopen', 'Reopen findings that were closed by a person'),
      deciding('undo', 'Take back the newest decision about findings'),
      {
        command: 'apply <path>',
        describe: 'Apply a file of decisions, all or none',
        load: () => import('./findings/findings-apply-command.ts'),
      },
    ],
  },
  {
    command: 'verify',
    describe: 'Check published versions against their manifests and the store, and the store itself',
    load: () => import('./verify-command.ts'),
  },
  {
    command: 'adopt',
    describe: 'Adopt published versions that this store does not know, if it computes the same facts',
    load: () => import('./adopt-command.ts'),
  },
  {
    command: 'renormalise',
    describe: 'Apply corrected settings, or newer parsing rules, to all stored records, without the files',
    load: () => import('./renormalise-command.ts'),
  },
  {
    command: 'what-if',
    describe: 'Judge dates by other settings, show what would differ, and store nothing',
    load: () => import('./what-if-command.ts'),
  },
  {
    command: 'calibrate',
    describe: 'Rank how units and times can be read by how well the stored records agree, and change nothing',
    load: () => import('./calibrate-command.ts'),
  },
  {
    command: 'withdraw <source>',
    describe:
      'Take back what was read of a source: its records no longer count, and reported dates get new versions',
    load: () => import('./withdraw-command.ts'),
  },
  {
    command: 'close',
    describe: 'Close a period: its reports are final, and later changes become adjustments',
    load: () => import('./close-command.ts'),
  },
  {
    command: 'purge',
    describe: 'Remove evidence and results older than a limit; published files and the audit trail are kept',
    load: () => import('./purge-command.ts'),
  },
  {
    command: 'demo',
    describe: 'Generate a realistic day of logs, reconcile it and show where the CSVs are',
    load: () => import('./demo-command.ts'),
  },
  {
    command: 'init',
    describe: 'Write a commented settings file, and test it',
    load: () => import('./init-command.ts'),
  },
  {
    command: 'doctor',
    describe: 'Check everything that a run needs, and change nothing',
    load: () => import('./doctor-command.ts'),
  },
  {
    command: 'source',
    describe: 'List the sources that the jobs read, or test one without storing anything',
    examples: [
      ['$0 source list', 'each source, and how far it has been read'],
      ['$0 source test pay-ins', 'the records of its first rows'],
    ],
    subcommands: [
      {
        command: 'list',
        describe: 'Folders and sources of the settings, and how far each has been read',
        load: () => import('./source/source-list-command.ts'),
      },
      {
        command: 'test <name>',
        describe: 'Show the records of the first rows or lines of a source, and store nothing',
        load: () => import('./source/source-test-command.ts'),
      },
    ],
  },
  {
    command: 'job <action> [name]',
    describe: 'List the scheduled jobs with their last runs, or run one now',
    load: () => import('./job-command.ts'),
  },
  {
    command: 'alerts',
    describe: 'List messages, test a channel, or send what is due',
    examples: [
      ['$0 alerts test finance', 'a test message to the channel finance, now'],
      ['$0 alerts list', 'pending messages with their last error, and recent ones'],
      ['$0 alerts send', 'sends what is due'],
    ],
    subcommands: [
      {
        command: 'list',
        describe: 'Pending and abandoned messages, and those sent recently',
        load: () => import('./alerts/alerts-list-command.ts'),
      },
      {
        command: 'test <channel>',
        describe: 'Send a test message to a channel now, and show the result',
        load: () => import('./alerts/alerts-test-command.ts'),
      },
      {
        command: 'send',
        describe: 'Send the messages that are due now; the schedule does this by itself',
        load: () => import('./alerts/alerts-send-command.ts'),
      },
    ],
  },
  {
    command: 'deliver',
    describe: 'Send published versions to the deliveries of the settings; the schedule does this by itself',
    load: () => import('./deliver-command.ts'),
  },
  {
    command: 'keys',
    describe: 'Make the key pair that signs deliveries',
    examples: [['$0 keys make > recon.pub', 'the public key goes to the receivers']],
    subcommands: [
      {
        command: 'make',
        describe:
          'Make an Ed25519 key pair: the private key into a new file, the public key to standard output',
        load: () => import('./keys-make-command.ts'),
      },
    ],
  },
  {
    command: 'serve',
    describe: 'Serve the page for finance: look, decide, download',
    load: () => import('./serve-command.ts'),
  },
  {
    command: 'user',
    describe: 'Add, list and change the users of the page',
    examples: [
      ['$0 user add ana --role admin', 'the first user'],
      ['$0 user list', 'who may do what'],
      ['$0 user disable ana', 'keeps ana out at once'],
    ],
    subcommands: [
      {
        command: 'add <name>',
        describe: 'Add a user',
        load: () => import('./user/user-add-command.ts'),
      },
      {
        command: 'list',
        describe: 'List the users with their roles and limits',
        load: () => import('./user/user-list-command.ts'),
      },
      {
        command: 'role <name> <role>',
        describe: 'Change what a user may do',
        load: () => import('./user/user-role-command.ts'),
      },
      {
        command: 'limit <name>',
        describe: 'Limit a user to merchants, or end the limit',
        load: () => import('./user/user-limit-command.ts'),
      },
      {
        command: 'password <name>',
        describe: 'Set a new password, and end the sessions of the user',
        load: () => import('./user/user-password-command.ts'),
      },
      {
        command: 'disable <name>',
        describe: 'Keep a user from signing in, end the sessions and revoke the access tokens',
        load: () => import('./user/user-disable-command.ts'),
      },
      {
        command: 'enable <name>',
        describe: 'Let a disabled user sign in again',
        load: () => import('./user/user-enable-command.ts'),
      },
      {
        command: 'relink <name>',
        describe: 'Let the next OpenID sign-in with this name take the user over',
        load: () => import('./user/user-relink-command.ts'),
      },
      {
        command: 'sessions <name>',
        describe: 'List where a user is signed in, or sign the user out everywhere',
        load: () => import('./user/user-sessions-command.ts'),
      },
    ],
  },
  {
    command: 'sandbox',
    describe: 'Serve a pay-in service to try against, with a cashier page and faults',
    load: () => import('./sandbox-command.ts'),
  },
  {
    command: 'capture',
    describe: 'Serve the endpoint that logs callbacks before it acknowledges them',
    load: () => import('./capture-command.ts'),
  },
  {
    command: 'schedule',
    describe: 'Run the jobs when they are due, until stopped',
    load: () => import('./schedule-command.ts'),
  },
  {
    command: 'migrate',
    describe: 'Update the database schema to this version (every command does this by itself)',
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

/**
 * A command that decides about findings. Its arguments are the orders, then the code; yargs parses them as one list.
 */
function deciding(action: Action, describe: string): Command {
  return {
    command: `${action} [orders-and-code..]`,
    describe,
    load: async () => (await import('./findings/findings-decide-command.ts')).decidingCommand(action),
  };
}
