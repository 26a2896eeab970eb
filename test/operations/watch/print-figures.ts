/** Prints the figures as tables; `npm run watch-figures -- 10` takes ten times as many months and outages. */
import { detections, FAULTS, falseAlarms } from './figures.ts';

const times = Number(process.argv[2] ?? 1);
const seeds = Array.from({ length: 2 * times }, (_, at) => at + 1);

console.log('| what goes wrong | hours | outages | noticed | half within | nine in ten within |');
console.log('|---|---:|---:|---:|---:|---:|');
for (const fault of FAULTS) {
  for (const one of detections(fault, seeds, 10)) {
    const share = `${Math.round((100 * one.noticed) / one.outages)} %`;
    const minutes = (value: number) => (Number.isNaN(value) ? '' : `${value} min`);
    console.log(
      `| ${fault.about} | ${one.hours} | ${one.outages} | ${share} | ${minutes(one.median)} | ${minutes(one.ninetieth)} |`,
    );
  }
}
for (const region of ['BR', 'EG'] as const) {
  const { months, alarms } = falseAlarms(region, seeds);
  const counts = new Map<string, number>();
  for (const { judgement } of alarms) counts.set(judgement.measure, (counts.get(judgement.measure) ?? 0) + 1);
  const each = [...counts].map(([measure, count]) => `${measure} ${count}`).join(', ');
  console.log(`${region}: ${alarms.length} alarms in ${months.toFixed(1)} undisturbed months ${each}`);
}
