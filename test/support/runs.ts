/**
 * How many random worlds a property is tried on that takes seconds for each: few, so that the suite stays below 20
 * minutes on two cores. TEST_RUNS=50 before a change of what they are about.
 */
export const RUNS = Number(process.env['TEST_RUNS'] ?? 3);
