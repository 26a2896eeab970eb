import fc from 'fast-check';

/** The same cases each time, unless others are asked for: TEST_SEED=1 npm test. */
fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 20261119) });
