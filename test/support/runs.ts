/**
 * How many random worlds a property is tried on that takes seconds for each: one in `npm test`, three in
 * `npm run test:long`, and TEST_RUNS=50 before a change of what they are about.
 */
export const RUNS = Number(process.env['TEST_RUNS'] ?? 1);
