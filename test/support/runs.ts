/**
 * Number of random cases for property tests that take seconds for each. It is small to keep the suite below 20 minutes
 * on two cores. Use TEST_RUNS=50 before changing the code that they test.
 */
export const RUNS = Number(process.env['TEST_RUNS'] ?? 3);
