/**
 * Number of random worlds for properties that take seconds for each: one in `npm test`, three in `npm run test:long`.
 * Use TEST_RUNS=50 before changing the code that they test.
 */
export const RUNS = Number(process.env['TEST_RUNS'] ?? 1);
