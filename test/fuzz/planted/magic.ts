import type { Target } from '../target.ts';
import { parseMagic } from './fault.ts';

/** Shows that the fuzzer follows coverage, and that it reports what it finds. */
const target: Target = { seeds: ['-----'], words: [], run: (input) => parseMagic(input) };
export default target;
