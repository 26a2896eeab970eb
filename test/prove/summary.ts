import { type Result, sumOf } from './proof.ts';

/** A line for each proof, what was tried in all, and how many tests passed and failed. */
export function summaryOf(results: readonly Result[], seed: number): string {
  const longest = Math.max(0, ...results.map(({ name }) => name.length));
  const lines = results.map(({ name, passed, failed, skipped, counts, seconds }) => {
    const tests = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    return `${name.padEnd(longest)}  ${seconds.toFixed(0).padStart(5)} s  ${tests}; ${inWords(counts)}`;
  });
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const counts = inWords(sumOf(results.map((result) => result.counts)));
  const verdict =
    results.length === 0
      ? 'nothing was tried'
      : failed === 0
        ? 'nothing lost, nothing counted twice'
        : 'see the output of what failed';
  return `${lines.join('\n')}\n\nSeed ${seed}: ${counts}; ${verdict}\n${passed} passed, ${failed} failed`;
}

function inWords(counts: Result['counts']): string {
  return Object.entries(counts)
    .map(([name, number]) => `${number.toLocaleString('en')} ${name}`)
    .join(', ');
}
