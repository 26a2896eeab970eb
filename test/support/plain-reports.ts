import { shownReports } from '../../reports/shown-reports.ts';

/** The reports of a store in which no statement was read. */
export const PLAIN_REPORTS = shownReports({ ofStatements: false });
