/**
 * The catalogue of faults. A mismatch in the data is never one of these: it is a finding (src/reconcile/rules).
 * Each says what happened, where, what was expected and what to do; `exitCode` is what the command ends with.
 */
export const EXIT = {
  done: 0,
  findings: 1,
  usage: 2,
  failed: 3,
  unreachable: 4,
  locked: 5,
  interrupted: 130,
} as const;

interface FaultKind {
  readonly exitCode: number;
  readonly title: string;
  readonly remedy: string;
}

export const FAULTS = {
  USAGE: {
    exitCode: EXIT.usage,
    title: 'The command line is not understood',
    remedy: 'See payin-recon --help.',
  },
  ARGUMENT_INVALID: {
    exitCode: EXIT.usage,
    title: 'An argument of a function of the library is not valid',
    remedy: 'Correct the argument. The types of the package and docs/guides/library.md say what it takes.',
  },
  DATE_INVALID: {
    exitCode: EXIT.usage,
    title: 'Not a date of the calendar',
    remedy: 'Give a date as yyyy-MM-dd, for example 2026-11-19, or yesterday or today.',
  },
  DATE_IN_FUTURE: {
    exitCode: EXIT.usage,
    title: 'The date has not begun yet',
    remedy: 'Give a date that has begun, or the as-of from which to look.',
  },
  INSTANT_INVALID: {
    exitCode: EXIT.usage,
    title: 'Not an instant',
    remedy: 'Give date, time and offset, for example 2026-11-20T06:00:00Z.',
  },
  SETTINGS_INVALID: {
    exitCode: EXIT.usage,
    title: 'The settings are not valid',
    remedy: 'Correct what is named. docs/reference/settings.md explains every setting.',
  },
  SETTINGS_EXIST: {
    exitCode: EXIT.usage,
    title: 'There is a settings file already',
    remedy: 'Change it by hand, name another with --config, or replace it with --force.',
  },
  AS_OF_TOO_EARLY: {
    exitCode: EXIT.usage,
    title: 'A newer version is published already',
    remedy: 'Use a later --as-of, or --preview DIR to write what this moment shows elsewhere.',
  },
  NOTHING_REPORTED: {
    exitCode: EXIT.usage,
    title: 'Nothing was reported for that date, or no such version',
    remedy: 'Run payin-recon reconcile --date for it first.',
  },
  SOURCE_NOT_FOUND: {
    exitCode: EXIT.unreachable,
    title: 'There is no such file or folder',
    remedy: 'Check the path; folders are read with everything below them.',
  },
  SOURCE_UNREADABLE: {
    exitCode: EXIT.unreachable,
    title: 'A file could not be read',
    remedy: 'Check that the file is readable by this user, then run the same command again.',
  },
  SOURCE_BROKEN: {
    exitCode: EXIT.failed,
    title: 'A file could not be read to its end, and nothing of it was kept',
    remedy: 'Copy the file again from where it came from, then run the same command again.',
  },
  SOURCE_COLUMNS: {
    exitCode: EXIT.usage,
    title: 'The columns of a CSV file are not understood, and nothing of it was kept',
    remedy:
      'Name each column once, as a dot path of a record or in the setting map. See docs/guides/csv-and-own-columns.md.',
  },
  SOURCE_UNREACHABLE: {
    exitCode: EXIT.unreachable,
    title: 'The database of a source cannot be reached, and nothing of this reading was kept',
    remedy:
      "Check the source's databaseUrl (or the file or command that says it), user and password, that its server runs, and " +
      'that this machine may connect; the next reading begins where the last one ended.',
  },
  SOURCE_QUERY: {
    exitCode: EXIT.usage,
    title: 'The query of a source cannot be read, and nothing of this reading was kept',
    remedy:
      'Correct the query, its watermark or its columns in the settings; payin-recon source test shows what its rows become.',
  },
  SOURCE_UNKNOWN: {
    exitCode: EXIT.usage,
    title: 'There is no such source',
    remedy: 'See payin-recon source list.',
  },
  NIGHT_HELD: {
    exitCode: EXIT.failed,
    title: 'A source could not be read whole, and the night was held back: nothing of it was published',
    remedy:
      'Correct what is named (payin-recon doctor says how); the night is tried again by itself. With jobs.holdNights: false, ' +
      'what there is is published, as provisional.',
  },
  WORKER_FAILED: {
    exitCode: EXIT.failed,
    title: 'A thread that parses lines came to an end, and nothing of the files it was at work on was kept',
    remedy:
      'Run the same command again; files that were kept are not read twice. If it comes back, set ingest.workers to 0, ' +
      'which parses without threads, or give the program more memory.',
  },
  SECRET_UNAVAILABLE: {
    exitCode: EXIT.unreachable,
    title: 'The address of the database cannot be had',
    remedy: 'Check that the file or the program is there and that this user may read or run it.',
  },
  DATABASE_UNREACHABLE: {
    exitCode: EXIT.unreachable,
    title: 'The database cannot be reached',
    remedy:
      'Check DATABASE_URL (or --database-url), that the server runs, and that this machine may connect.',
  },
  DATABASE_FAILED: {
    exitCode: EXIT.failed,
    title: 'The database refused a statement; nothing of what was under way was kept or published',
    remedy: 'Run again with --verbose; if it comes back, report it with what it prints.',
  },
  DATABASE_NOT_WRITABLE: {
    exitCode: EXIT.unreachable,
    title: 'The database cannot be written',
    remedy:
      'Name a server that may be written, and let this user make tables in its schema and write them; ' +
      'payin-recon doctor says what is missing.',
  },
  DATABASE_FULL: {
    exitCode: EXIT.failed,
    title: 'The database has no space left; what was under way was not kept',
    remedy: 'Make space on the disk of the database, then run the same command again.',
  },
  DATABASE_DAMAGED: {
    exitCode: EXIT.failed,
    title: 'Files of the database are missing or damaged',
    remedy: "Restore the database from a backup; the server's own log says which files.",
  },
  DATABASE_UNSUITABLE: {
    exitCode: EXIT.failed,
    title: 'The database is not one that this program can work with',
    remedy:
      "Give it a database of its own: create database recon template template0 encoding 'UTF8', on PostgreSQL 15 or newer.",
  },
  SCHEMA_MISMATCH: {
    exitCode: EXIT.failed,
    title: 'The database was laid out by another version of this program',
    remedy: 'Use the version of payin-recon that made it, or a newer one.',
  },
  STORE_LOCKED: {
    exitCode: EXIT.locked,
    title: 'Another run is at work on this store',
    remedy: 'Wait until it has ended, then run the same command again.',
  },
  DATABASE_BUSY: {
    exitCode: EXIT.locked,
    title: 'Somebody else keeps tables of the database locked; what was under way was not kept',
    remedy:
      'Find who in pg_stat_activity (an alter table, a vacuum full, a lock by hand), and run the same command again after it.',
  },
  FOLDER_NOT_WRITABLE: {
    exitCode: EXIT.unreachable,
    title: 'A folder cannot be written',
    remedy: 'Give this user the right to write there, or name another folder.',
  },
  LISTEN_FAILED: {
    exitCode: EXIT.unreachable,
    title: 'The address of the monitor cannot be listened on',
    remedy: 'End what listens there, or name another host:port in monitor.listen.',
  },
  WORKBOOK_LIMIT: {
    exitCode: EXIT.failed,
    title: 'A report does not fit into a workbook',
    remedy: 'Use --format csv, which has no such limit.',
  },
  VERSION_LOST: {
    exitCode: EXIT.failed,
    title: 'A published version is missing in its folder, and cannot be written again as it was',
    remedy:
      'Put its folder back from a copy, or run the version of payin-recon and the zones of regions that published it.',
  },
  BOOKS_DO_NOT_TIE: {
    exitCode: EXIT.failed,
    title: 'The totals do not tie, so nothing was published',
    remedy: 'This is a fault of the program: report it with the lines above. What is stored is unharmed.',
  },
  VERIFICATION_FAILED: {
    exitCode: EXIT.failed,
    title: 'What is published or stored is not as it was written',
    remedy:
      'Find out who changed it. Move the folder of a version aside that was changed, and reconcile its date again: it is ' +
      'written as it was published, or the run says that it cannot be. Restore a changed database from a backup.',
  },
  VERSION_DIFFERS: {
    exitCode: EXIT.failed,
    title: 'A published version is not what this store makes of its date, and was not adopted',
    remedy:
      'Read all logs that it was made of, as they were named then and with the settings of then, and adopt it again. Else ' +
      'move its folder elsewhere, keep it for those who received it, and reconcile its date: that is published anew.',
  },
  TIME_ZONES_DIFFER: {
    exitCode: EXIT.failed,
    title: 'Database and program know different rules of a time zone',
    remedy:
      "Name the zone of a place (Africa/Cairo, not EET); if it is one, bring the database server's time zone data up " +
      'to date (Debian: package tzdata), or this program.',
  },
  CHANNEL_UNKNOWN: {
    exitCode: EXIT.usage,
    title: 'There is no such channel',
    remedy: 'Set it up in alerts.channels, or name one that is.',
  },
  ALERT_UNDELIVERED: {
    exitCode: EXIT.unreachable,
    title: 'A message could not be delivered',
    remedy: 'Check the address of the channel, and that its server may be reached from this machine.',
  },
  JOB_UNKNOWN: { exitCode: EXIT.usage, title: 'There is no such job', remedy: 'See payin-recon job list.' },
  ORDER_UNKNOWN: {
    exitCode: EXIT.usage,
    title: 'Nothing is known of that order',
    remedy: 'Check the number as it stands in the log (capitals and leading zeros count), and --merchant.',
  },
  FINDING_UNKNOWN: {
    exitCode: EXIT.usage,
    title: 'There is no such finding now',
    remedy:
      'See payin-recon findings list --state all for those that there are, and payin-recon findings show for one that ended.',
  },
  FINDING_CLOSED: {
    exitCode: EXIT.usage,
    title: 'The finding is closed already',
    remedy: 'Leave it as it is, or open it again first with payin-recon findings reopen.',
  },
  FINDING_OPEN: {
    exitCode: EXIT.usage,
    title: 'The finding is open already',
    remedy: 'There is nothing to reopen.',
  },
  DECISIONS_INVALID: {
    exitCode: EXIT.usage,
    title: 'A file of decisions is not right, and nothing of it was applied',
    remedy:
      'Correct what is named, each in its line, and apply the file again; --dry-run tells what it would do.',
  },
  VERSION_PURGED: {
    exitCode: EXIT.usage,
    title: 'What the version was made of was purged',
    remedy: 'Take its files from the folder of reports, or from a copy of it; they cannot be made again.',
  },
  CLOSED_ALREADY: {
    exitCode: EXIT.usage,
    title: 'The period is closed already',
    remedy:
      'Name a later date, or only the regions that are not closed with --region; to open the newest closing again, use --reopen.',
  },
  NOT_CLOSED: {
    exitCode: EXIT.usage,
    title: 'There is no such closing to take back',
    remedy: 'Name the date through which the region is closed; closings are taken back the newest first.',
  },
  CLOSING_TOO_EARLY: {
    exitCode: EXIT.usage,
    title: 'The period has not ended yet',
    remedy: 'Close through a date that has ended in the zone of every region that is to be closed.',
  },
  CLOSING_NOT_READY: {
    exitCode: EXIT.usage,
    title: 'Dates of the period are not reported as they are known, and nothing was closed',
    remedy:
      'Reconcile them first (payin-recon reconcile --from --to); with --force, they are closed as they are.',
  },
  INTERRUPTED: {
    exitCode: EXIT.interrupted,
    title: 'Interrupted',
    remedy:
      'Files that were read whole and dates that were published are kept; run the same command again to go on.',
  },
  INTERNAL: {
    exitCode: EXIT.failed,
    title: 'The program met something it did not expect',
    remedy: 'Run again with --verbose and report what it prints.',
  },
} as const satisfies Record<string, FaultKind>;

export type FaultCode = keyof typeof FAULTS;

interface FaultDetail {
  /** The file:line, column, option, table or address where it happened. */
  readonly where?: string;
  /** What was found, or each of several things; never a secret, never payer data. */
  readonly found?: string | readonly string[];
  readonly expected?: string;
  /** Replaces the catalogue's remedy where a better one is known. */
  readonly remedy?: string;
  readonly cause?: unknown;
}

/** A fault of the catalogue with its place. The only kind of error that a command shows to a user. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly detail: FaultDetail;

  constructor(code: FaultCode, detail: FaultDetail = {}) {
    super(FAULTS[code].title, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'Fault';
    this.code = code;
    this.detail = detail;
  }

  get exitCode(): number {
    return FAULTS[this.code].exitCode;
  }
}

/** The fault as lines for a person: what, where, found, expected, remedy. */
export function describeFault(fault: Fault): string {
  const { where, found, expected, remedy } = fault.detail;
  const lines = [`error ${fault.code}: ${FAULTS[fault.code].title}.`];
  if (where !== undefined) lines.push(`  where:    ${where}`);
  if (found !== undefined) lines.push(`  found:    ${[found].flat().join('\n            ')}`);
  if (expected !== undefined) lines.push(`  expected: ${expected}`);
  lines.push(`  to do:    ${(remedy ?? FAULTS[fault.code].remedy).replaceAll('\n', '\n            ')}`);
  return withoutPasswords(lines.join('\n'));
}

/** A text without what could be the password of an address in it. */
export function withoutPasswords(text: string): string {
  return text.replace(/:\/\/([^\s:@/]*):\S*@/g, '://$1:…@').replace(/([?&]password=)[^&\s]*/gi, '$1…');
}
