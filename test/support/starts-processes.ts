/** Imported by test files that start processes, or open databases, only through what they test: they are no unit tests. */
export {};
