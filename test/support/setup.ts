import fc from 'fast-check';

/** Uses the same random cases each time. TEST_SEED=1 npm test uses others. */
fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 20261119) });
