import { Fault, type FaultCode } from '../errors.ts';

/** What to do in the library, where the catalogue names commands and their options. */
const REMEDIES: Partial<Record<FaultCode, string>> = {
  AS_OF_TOO_EARLY:
    'Use a later asOf; without it, call again after the time that is expected. reconcile with preview writes the reports of ' +
    'an earlier asOf to another folder.',
  NOTHING_REPORTED: 'Call reconcile for the date first.',
  ORDER_UNKNOWN: 'Check the number as it is in the log (capitals and leading zeros count), and merchant.',
  FINDING_UNKNOWN:
    'Check the order number (capitals and leading zeros count), code and merchant. findings.list with state: "all" has the ' +
    'current findings, and findings.show one that ended.',
  FINDING_CLOSED: 'Leave it as it is, or reopen it first with the action reopen.',
  FINDING_WAITING: 'Another person approves or declines it with the action approve or decline.',
  FINDING_NOT_WAITING: 'findings.list with awaiting: true has those that wait.',
  APPROVAL_NEEDED_BY_ANOTHER: 'Let another approver approve it, or end the request with the action reopen.',
  CLOSED_ALREADY:
    'Give a later through, or a region that is not closed; reopen: true takes back the newest closing.',
  CLOSING_NOT_READY: 'Reconcile them first with reconcile; with force: true, they are closed as they are.',
  WORKBOOK_LIMIT: 'Set export.format to csv, or to parquet.',
  PARQUET_LIMIT: 'Set export.format to csv.',
  NOTHING_TO_UNDO:
    'findings.show has the decisions; only the newest one can be undone, and only once. Decide anew instead.',
};

/** A fault whose remedy speaks of the command line, with the remedy of the library; any other error unchanged. */
export function inWordsOfLibrary(error: unknown): unknown {
  if (!(error instanceof Fault)) return error;
  const remedy = REMEDIES[error.code];
  const own = error.detail.remedy;
  if (remedy === undefined || (own !== undefined && !/--[a-z]|payin-recon /.test(own))) return error;
  return Object.assign(new Fault(error.code, { ...error.detail, remedy }), { stack: error.stack });
}
