/**
 * Which tests hold which files: for files below a folder, stages of tests, the quickest first. A mutant that survives a
 * stage meets the next; one that survives all of them survives.
 */
export interface Suite {
  /** The folder of its files, or one file. */
  readonly below: string;
  /**
   * Whether its first stage is to judge the stories of judging/ again, which takes seconds where tests take minutes. Tests
   * that do the same are left out of the others.
   */
  readonly isJudged?: boolean;
  /** Beginnings of the paths of tests; a folder stands for those that are not long. */
  readonly stages: ReadonlyArray<readonly string[]>;
}

/** The test that judges every scenario. */
export const JUDGED = 'test/reconcile/scenarios.test.ts';

/** Tests of statements by themselves: those for which rows are put into the tables as they are. */
const OF_STATEMENTS = [
  ...['chosen-orders', 'deciding-notifications', 'fees', 'kept-rows', 'marked-orders', 'new-rows'],
  ...['other-owners', 'paired-answers', 'payment-delays', 'payments-apart', 'payout-references'],
  ...['payout-rows', 'payout-sums', 'revisited-rows', 'row-results', 'rows-apart'],
  ...['scaled-sources', 'stated-dates', 'stated-orders', 'stated-rows', 'stated-sums'],
  ...['statement-fees', 'verdicts'],
].map((name) => `test/reconcile/${name}.test.ts`);

/** Parts of statements that several files share. */
const SHARED_PARTS: Suite = {
  below: 'src/reconcile/step-parts.ts',
  stages: [[...OF_STATEMENTS, 'test/reconcile/owed-changes.test.ts'], [JUDGED], ['test/reconcile/']],
};

/** Which payouts bank rows name, as a run and a dry run find them. */
const NAMED_PAYOUTS: readonly Suite[] = ['123_payouts_in_references', '124_bank_references'].map((name) => ({
  below: `sql/ingest/${name}.sql`,
  stages: [['test/reconcile/payout-references.test.ts'], [JUDGED], ['test/ingest/']],
}));

export const SUITES: readonly Suite[] = [
  {
    below: 'sql/reconcile/',
    isJudged: true,
    stages: [
      OF_STATEMENTS,
      ['test/reconcile/'],
      [
        'test/reconcile/properties.long.test.ts',
        'test/reconcile/versions.long.test.ts',
        'test/reconcile/flows.long.test.ts',
      ],
    ],
  },
  { below: 'src/reconcile/rules/', isJudged: true, stages: [['test/reconcile/']] },
  SHARED_PARTS,
  {
    below: 'sql/changes/',
    isJudged: true,
    stages: [
      ['test/reconcile/changes.test.ts', 'test/reconcile/owed-changes.test.ts'],
      ['test/reconcile/'],
      ['test/reconcile/flows.long.test.ts', 'test/reconcile/versions.long.test.ts'],
    ],
  },
  ...NAMED_PAYOUTS,
  { below: 'sql/ingest/', stages: [[JUDGED], ['test/ingest/'], ['test/books/withdraw/', 'test/coverage/']] },
  { below: 'sql/coverage/', stages: [['test/coverage/'], ['test/books/run/', 'test/export/']] },
  {
    below: 'sql/checks/',
    isJudged: true,
    stages: [['test/reconcile/checks.test.ts'], ['test/reconcile/'], ['test/books/run/']],
  },
  { below: 'sql/withdraw/', stages: [['test/books/withdraw/']] },
  { below: 'sql/renormalise/', stages: [['test/books/run/'], ['test/normalise/']] },
  { below: 'sql/watch/', stages: [['test/operations/watch/']] },
  { below: 'sql/purge/', stages: [['test/books/periods/']] },
  { below: 'sql/close/', stages: [['test/books/periods/']] },
  { below: 'sql/alerts/', stages: [['test/alerts/'], ['test/jobs/', 'test/operations/']] },
  { below: 'sql/what-if/', stages: [['test/books/what-if/']] },
  { below: 'sql/calibrate/', stages: [['test/books/calibrate/']] },
  {
    below: 'sql/deliver/',
    stages: [
      ['test/operations/deliver/not-sendable.test.ts'],
      ['test/operations/deliver/', 'test/jobs/deliver.test.ts'],
    ],
  },
  { below: 'sql/monitor/', stages: [['test/operations/monitor/']] },
  { below: 'sql/proofs/', stages: [['test/books/verify/'], ['test/reconcile/', 'test/books/findings/']] },
  { below: 'sql/distribute/', stages: [['test/database/distribute.test.ts']] },
  { below: 'sql/order/', stages: [['test/books/order/', 'test/books/findings/']] },
];

/** The suite of a file: the first that names it or its folder. */
export function suiteOf(file: string): Suite {
  return SUITES.find(({ below }) => file.startsWith(below))!;
}
