/**
 * The catalogue of faults. A mismatch in the data is never one of these: it is a finding (src/reconcile/rules).
 * Each says what happened, where, what was expected and what to do; `exitCode` is the command's exit code.
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

/** Every error by its code: title, exit code and remedy. */
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
    remedy: 'Give a date that has begun.',
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
    title: 'A settings file exists already',
    remedy: 'Change it by hand, name another with --config, or replace it with --force.',
  },
  AS_OF_TOO_EARLY: {
    exitCode: EXIT.usage,
    title: 'A newer version is published already',
    remedy:
      'Use a later --as-of; without it, run again after the time that is expected. payin-recon reconcile --preview DIR ' +
      'writes the reports of an earlier as-of to another folder.',
  },
  NOTHING_REPORTED: {
    exitCode: EXIT.usage,
    title: 'Nothing was reported for that date, or no such version',
    remedy: 'Run payin-recon reconcile --date for it first.',
  },
  SOURCE_NOT_FOUND: {
    exitCode: EXIT.unreachable,
    title: 'No such file or folder',
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
  SOURCE_FORMAT: {
    exitCode: EXIT.usage,
    title: 'A file is neither a log nor a table, and nothing of it was kept',
    remedy:
      'Give a file of lines (NDJSON), a CSV file or an Excel workbook, as it is or packed as .gz or .zst.',
  },
  SOURCE_SHEET: {
    exitCode: EXIT.usage,
    title: 'A workbook does not have the sheet that is to be read, and nothing of it was kept',
    remedy: "Name one of its sheets as sheet in the table's entry of the setting map.",
  },
  SOURCE_COLUMNS: {
    exitCode: EXIT.usage,
    title: 'The columns of a table are not understood, and nothing of it was kept',
    remedy:
      'Name each column once, as a dot path of a record or in the setting map. See docs/guides/csv-and-own-columns.md.',
  },
  SOURCE_STATEMENT: {
    exitCode: EXIT.usage,
    title: 'A statement lacks what every row needs, and nothing of it was kept',
    remedy: "Map the column to it in the table's entry of the setting map. See docs/guides/statements.md.",
  },
  SOURCE_TOTALS: {
    exitCode: EXIT.failed,
    title:
      'The footer of a table is not what the settings say, or not what its rows add up to, and nothing of the file was kept',
    remedy:
      'The file may be incomplete: export it again. If it is complete, correct footer and totals in its entry of the setting map.',
  },
  SOURCE_READ_OTHERWISE: {
    exitCode: EXIT.usage,
    title:
      'Rows of a source that was read in another way would count twice, and nothing of it was read again',
    remedy:
      'If the settings are right now, withdraw what was read before (payin-recon withdraw), then read it again. ' +
      'See docs/guides/correct-settings.md.',
  },
  SOURCE_UNREACHABLE: {
    exitCode: EXIT.unreachable,
    title: 'The database of a source cannot be reached, and nothing of this reading was kept',
    remedy:
      "Check the source's databaseUrl (or the file or command that gives it), user and password, that its server runs, and " +
      'that this machine may connect; the next reading begins where the last one ended.',
  },
  SOURCE_QUERY: {
    exitCode: EXIT.usage,
    title: 'The query of a source cannot be read, and nothing of this reading was kept',
    remedy:
      'Correct the query, its watermark or its columns in the settings; payin-recon source test shows how its rows are read.',
  },
  SOURCE_UNKNOWN: {
    exitCode: EXIT.usage,
    title: 'No such source',
    remedy: 'See payin-recon source list.',
  },
  SOURCE_NOT_READ: {
    exitCode: EXIT.usage,
    title: 'No source of this name was read',
    remedy: 'Give the name as manifest.json and the page list it.',
  },
  SOURCE_AMBIGUOUS: {
    exitCode: EXIT.usage,
    title: 'Several sources have a name that ends so',
    remedy: 'Give the whole name.',
  },
  SOURCE_WITHDRAWN: {
    exitCode: EXIT.usage,
    title: 'The source is withdrawn already',
    remedy: 'Nothing is left to withdraw. To read it again, run ingest.',
  },
  NIGHT_HELD: {
    exitCode: EXIT.failed,
    title: 'A source could not be read completely; the night was held and nothing was published',
    remedy:
      'Correct what is named (payin-recon doctor says how); the night is retried automatically. With jobs.holdNights: false, ' +
      'the available data is published as provisional.',
  },
  WORKER_FAILED: {
    exitCode: EXIT.failed,
    title: 'A thread that parses lines ended unexpectedly; nothing was kept of the files it was reading',
    remedy:
      'Run the same command again; files that were kept are not read twice. If it happens again, set ingest.workers to 0, ' +
      'which parses without threads, or give the program more memory.',
  },
  SECRET_UNAVAILABLE: {
    exitCode: EXIT.unreachable,
    title: 'A secret is not available: a key, a certificate, a password or the address of the database',
    remedy: 'Check that the file or the program exists and that this user may read or run it.',
  },
  DATABASE_UNREACHABLE: {
    exitCode: EXIT.unreachable,
    title: 'The database cannot be reached',
    remedy:
      'Check DATABASE_URL (or --database-url), that the server runs, and that this machine may connect.',
  },
  DATABASE_FAILED: {
    exitCode: EXIT.failed,
    title: 'The database refused a statement; nothing of this run was kept or published',
    remedy: 'Run again with --verbose; if it happens again, report it with that output.',
  },
  DATABASE_NOT_WRITABLE: {
    exitCode: EXIT.unreachable,
    title: 'The database cannot be written',
    remedy:
      'Use a server that accepts writes, and let this user create and write tables in its schema; ' +
      'payin-recon doctor says what is missing.',
  },
  DATABASE_FULL: {
    exitCode: EXIT.failed,
    title: 'The database has no space left; nothing of this run was kept',
    remedy: 'Free space on the disk of the database, then run the same command again.',
  },
  DATABASE_DAMAGED: {
    exitCode: EXIT.failed,
    title: 'Files of the database are missing or damaged',
    remedy: "Restore the database from a backup; the server's own log says which files.",
  },
  DATABASE_UNSUITABLE: {
    exitCode: EXIT.failed,
    title: 'This program cannot use the database',
    remedy:
      "Create a database for it on PostgreSQL 15 or newer: create database recon template template0 encoding 'UTF8'.",
  },
  SCHEMA_MISMATCH: {
    exitCode: EXIT.failed,
    title: 'The database, or the program on disk, is of another version',
    remedy: 'Use the version of payin-recon that created it, or a newer one.',
  },
  STORE_LOCKED: {
    exitCode: EXIT.locked,
    title: 'Another run is using this store',
    remedy:
      'Wait until it has ended, then run the same command again. If its process is stopped (Ctrl-Z) or hangs, continue or end it. ' +
      'If its machine is gone, end its connection on the server: select pg_terminate_backend(…) with the server process.',
  },
  FOLDER_IN_USE: {
    exitCode: EXIT.locked,
    title: 'Another process is writing to this folder',
    remedy: 'Stop it, or name another folder.',
  },
  DATABASE_BUSY: {
    exitCode: EXIT.locked,
    title: 'Another session holds locks on tables of the database; nothing of this run was kept',
    remedy:
      'Find it in pg_stat_activity (an alter table, a vacuum full, an explicit lock), and run the same command again after it.',
  },
  DATABASE_CANCELLED: {
    exitCode: EXIT.failed,
    title: 'The server cancelled a statement; nothing of this run was kept',
    remedy:
      'Find out who cancelled it (pg_cancel_backend, a limit of a pooler), then run the same command again.',
  },
  FOLDER_NOT_WRITABLE: {
    exitCode: EXIT.unreachable,
    title: 'A folder cannot be written',
    remedy: 'Give this user the right to write there, or name another folder.',
  },
  OUTPUT_LOST: {
    exitCode: EXIT.unreachable,
    title: 'Standard output cannot be written, and what was to be printed is lost',
    remedy:
      'What was stored or published is kept. Free space where the output goes, or send it elsewhere, then run the same ' +
      'command again.',
  },
  LISTEN_FAILED: {
    exitCode: EXIT.unreachable,
    title: 'Cannot listen on the address',
    remedy: 'Stop the program that listens there, or set another host:port in the setting that is named.',
  },
  SIGNATURES_UNUSABLE: {
    exitCode: EXIT.usage,
    title: 'The module of the setting signatures.module cannot be used',
    remedy: 'Correct the module. examples/signatures/hmac.mjs shows one.',
  },
  PAGE_UNPROTECTED: {
    exitCode: EXIT.usage,
    title: 'The page would send passwords in clear over a network',
    remedy: 'Give it a certificate, or listen on loopback behind a proxy. See docs/guides/page.md.',
  },
  WORKBOOK_LIMIT: {
    exitCode: EXIT.failed,
    title: 'A report does not fit into a workbook',
    remedy: 'Use --format csv, which has no such limit.',
  },
  MANIFEST_LIMIT: {
    exitCode: EXIT.failed,
    title: 'Too many sources were read for the manifest of a version, which lists them all',
    remedy:
      'Put small files together, an hour or a day in each, and capture with --log, not with --store. Read all of it into a ' +
      'new store, and let that adopt the published versions: see docs/internals/scale.md.',
  },
  PARQUET_LIMIT: {
    exitCode: EXIT.failed,
    title: 'A number does not fit into a column of a Parquet file',
    remedy: 'Use --format csv, which has no such limit.',
  },
  VERSION_LOST: {
    exitCode: EXIT.failed,
    title: 'A published version is missing from its folder and cannot be written again as it was',
    remedy:
      'Restore its folder from a copy, or use the version of payin-recon and the zones of regions that published it.',
  },
  FILE_CHANGED: {
    exitCode: EXIT.failed,
    title: 'A published file was changed or removed',
    remedy:
      'payin-recon verify says what differs. Restore the folder of the version from a backup, or move it aside and ' +
      'reconcile its date: the version is written again as it was published.',
  },
  BOOKS_DO_NOT_TIE: {
    exitCode: EXIT.failed,
    title: 'The totals do not tie, so nothing was published',
    remedy: 'This is a bug: report it with the lines above. Stored data is not affected.',
  },
  VERIFICATION_FAILED: {
    exitCode: EXIT.failed,
    title: 'Published files or stored data were changed',
    remedy:
      'Find out who changed them. Move the folder of a changed version aside and reconcile its date again: it is ' +
      'written as it was published, or the run says why it cannot be. Restore a changed database from a backup.',
  },
  VERSION_DIFFERS: {
    exitCode: EXIT.failed,
    title: 'A published version differs from what this store gives for its date, and was not adopted',
    remedy:
      'Read all logs that it was made from, under the same names and with the same settings, and adopt it again. Otherwise ' +
      'move its folder elsewhere, keep it for those who received it, and reconcile its date to publish a new version.',
  },
  TIME_ZONES_DIFFER: {
    exitCode: EXIT.failed,
    title: 'Database and program have different rules for a time zone',
    remedy:
      "Use the zone of a place (Africa/Cairo, not EET); if it is one, update the database server's time zone data " +
      '(Debian: package tzdata), or this program.',
  },
  CHANNEL_UNKNOWN: {
    exitCode: EXIT.usage,
    title: 'No such channel',
    remedy: 'Add it to alerts.channels, or name one of those.',
  },
  ALERT_UNDELIVERED: {
    exitCode: EXIT.unreachable,
    title: 'A message could not be delivered',
    remedy:
      'Check the address of the channel, and that its server can be reached from this machine. If it answers 401 or 403 to ' +
      'a webhook, compare its secret with secretFile.',
  },
  DELIVERY_FAILED: {
    exitCode: EXIT.unreachable,
    title: 'Published files could not be delivered',
    remedy:
      'Correct what is named; payin-recon doctor tries each place. Nothing is lost: what was not sent waits and is tried ' +
      'again, at once with payin-recon deliver --date.',
  },
  DELIVERY_CHANGED: {
    exitCode: EXIT.failed,
    title: 'Files differ from their checksums, or are not signed as expected',
    remedy: 'Do not use them. Fetch them again from where they were published, and verify them again.',
  },
  KEY_EXISTS: {
    exitCode: EXIT.usage,
    title: 'The file of the key exists already, and is never replaced',
    remedy:
      'Name another file with --out. Whoever has the old public key needs the new one before it is used.',
  },
  KEY_INVALID: {
    exitCode: EXIT.usage,
    title: 'Not a public key',
    remedy: 'Give what payin-recon keys make printed, ssh-ed25519 and the key, or a file with it.',
  },
  JOB_UNKNOWN: { exitCode: EXIT.usage, title: 'No such job', remedy: 'See payin-recon job list.' },
  ORDER_UNKNOWN: {
    exitCode: EXIT.usage,
    title: 'No such order',
    remedy: 'Check the number as it is in the log (capitals and leading zeros count), and --merchant.',
  },
  FINDING_UNKNOWN: {
    exitCode: EXIT.usage,
    title: 'No such finding at present',
    remedy:
      'See payin-recon findings list --state all for current findings, and payin-recon findings show for one that ended.',
  },
  FINDING_CLOSED: {
    exitCode: EXIT.usage,
    title: 'The finding is closed already',
    remedy: 'Leave it as it is, or reopen it first with payin-recon findings reopen.',
  },
  FINDING_OPEN: {
    exitCode: EXIT.usage,
    title: 'The finding is open already',
    remedy: 'There is nothing to reopen.',
  },
  FINDING_WAITING: {
    exitCode: EXIT.usage,
    title: 'The write-off of the finding waits for approval already',
    remedy: 'Another person approves or declines it: payin-recon findings approve, or findings decline.',
  },
  FINDING_NOT_WAITING: {
    exitCode: EXIT.usage,
    title: 'The finding does not wait for approval',
    remedy: 'See payin-recon findings list --awaiting for those that do.',
  },
  APPROVAL_NEEDED_BY_ANOTHER: {
    exitCode: EXIT.usage,
    title: 'Nobody can approve a write-off that he has asked for himself',
    remedy: 'Let another approver approve it, or end the request with payin-recon findings reopen.',
  },
  NOT_PERMITTED: {
    exitCode: EXIT.usage,
    title: 'The person may not do this',
    remedy:
      'Let a person with the right do it; an administrator adds one with payin-recon user add NAME --role approver.',
  },
  NOTHING_TO_UNDO: {
    exitCode: EXIT.usage,
    title: 'There is no decision to undo',
    remedy:
      'See payin-recon findings show for the decisions; only the newest one can be undone, and only once. Decide anew instead.',
  },
  DECISIONS_INVALID: {
    exitCode: EXIT.usage,
    title: 'A file of decisions has mistakes, and nothing of it was applied',
    remedy: 'Correct the named lines and apply the file again; --dry-run shows what it would do.',
  },
  USER_UNKNOWN: {
    exitCode: EXIT.usage,
    title: 'No such user',
    remedy: 'See payin-recon user list; capitals count.',
  },
  USER_EXISTS: {
    exitCode: EXIT.usage,
    title: 'A user has this name already, or one that differs only in case, spacing or the form of letters',
    remedy: 'Choose another name, or change the user that has it.',
  },
  SUBJECT_CHANGED: {
    exitCode: EXIT.usage,
    title: 'The OpenID provider names another issuer or subject for this user than before',
    remedy:
      'If it is the same person, ask an administrator to run payin-recon user relink NAME, and sign in again.',
  },
  USER_NOT_OF_PROVIDER: {
    exitCode: EXIT.usage,
    title: 'The user does not sign in at an OpenID provider',
    remedy: 'Only such users can be linked anew; payin-recon user list shows where each signs in.',
  },
  USER_NAME_INVALID: {
    exitCode: EXIT.usage,
    title: 'Not a name for a user',
    remedy: 'Give a name of 1 to 64 printable characters, without a space at the beginning or end.',
  },
  USER_NOT_LOCAL: {
    exitCode: EXIT.usage,
    title: 'The user signs in elsewhere, and this is set there',
    remedy: 'Change it at the OpenID provider or the proxy, or disable the user here.',
  },
  LAST_ADMIN: {
    exitCode: EXIT.usage,
    title: 'The user is the last admin without a limit to merchants',
    remedy: 'Make another user an admin first.',
  },
  PASSWORD_REFUSED: {
    exitCode: EXIT.usage,
    title: 'The password is not accepted',
    remedy: 'Choose another: 12 characters or more, not a common one, and without the name of the user.',
  },
  TOKEN_INVALID: {
    exitCode: EXIT.usage,
    title: 'Not an access token of this user, or not one that can be made',
    remedy: 'Give a token a name and an end within 365 days; the page lists the tokens of a user.',
  },
  VERSION_PURGED: {
    exitCode: EXIT.usage,
    title: 'The data of the version was purged',
    remedy: 'Take its files from the folder of reports, or from a copy of it; they cannot be written again.',
  },
  CLOSED_ALREADY: {
    exitCode: EXIT.usage,
    title: 'The period is closed already',
    remedy:
      'Give a later date, or only regions that are not closed with --region; to take back the newest closing, use --reopen.',
  },
  NOT_CLOSED: {
    exitCode: EXIT.usage,
    title: 'No such closing',
    remedy: 'Give the date through which the region is closed; closings are taken back newest first.',
  },
  CLOSING_TOO_EARLY: {
    exitCode: EXIT.usage,
    title: 'The period has not ended yet',
    remedy: 'Close through a date that has ended in the zone of every region to be closed.',
  },
  CLOSING_NOT_READY: {
    exitCode: EXIT.usage,
    title: 'Dates of the period have changes that are not reported yet, and nothing was closed',
    remedy:
      'Reconcile them first (payin-recon reconcile --from --to); with --force, they are closed as they are.',
  },
  TOO_FEW_OPEN_FILES: {
    exitCode: EXIT.unreachable,
    title: 'The limit of open files is reached',
    remedy:
      'Have it raised (LimitNOFILE= of a unit of systemd, nofile in /etc/security/limits.conf, --ulimit nofile of a container), ' +
      'then run the same command again.',
  },
  INTERRUPTED: {
    exitCode: EXIT.interrupted,
    title: 'Interrupted',
    remedy:
      'Files that were read completely and dates that were published are kept; run the same command again to continue.',
  },
  INTERNAL: {
    exitCode: EXIT.failed,
    title: 'Unexpected error',
    remedy: 'Run again with --verbose and report its output.',
  },
} as const satisfies Record<string, FaultKind>;

/** The code of an error. */
export type FaultCode = keyof typeof FAULTS;

interface FaultDetail {
  /** File and line, column, option, table or address of the problem. */
  readonly where?: string;
  /** What was found, or a list of it; never a secret, never payer data. */
  readonly found?: string | readonly string[];
  readonly expected?: string;
  /** A more specific remedy than the catalogue's. */
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

/** The fault as lines of text: title, where, found, expected, remedy. */
export function describeFault(fault: Fault): string {
  const { where, found, expected, remedy } = fault.detail;
  const lines = [`error ${fault.code}: ${FAULTS[fault.code].title}.`];
  if (where !== undefined) lines.push(`  where:    ${where}`);
  if (found !== undefined) lines.push(`  found:    ${[found].flat().join('\n            ')}`);
  if (expected !== undefined) lines.push(`  expected: ${expected}`);
  lines.push(`  to do:    ${(remedy ?? FAULTS[fault.code].remedy).replaceAll('\n', '\n            ')}`);
  return withoutPasswords(lines.join('\n'));
}

/** A text with possible passwords of addresses removed. */
export function withoutPasswords(text: string): string {
  return text.replace(/:\/\/([^\s:@/]*):\S*@/g, '://$1:…@').replace(/([?&]password=)[^&\s]*/gi, '$1…');
}
