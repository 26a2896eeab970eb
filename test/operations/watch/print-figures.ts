/** Prints the figures as tables; `npm run watch-figures -- 10` takes ten times as many months and outages. */
import { gapsIn, HISTORY_DAYS, missingHours, ORDERS_PER_DAY, trafficOf } from '../../coverage/gap-figures.ts';
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

console.log(
  '\n| region | orders a day | gaps in 28 undisturbed days | in the first 28 days | missing hours of pay-ins named | of callbacks |',
);
console.log('|---|---:|---:|---:|---:|---:|');
for (const region of ['BR', 'EG'] as const) {
  for (const orders of ORDERS_PER_DAY) {
    const traffics = seeds.map((seed) => trafficOf(region, orders, seed, HISTORY_DAYS + 28));
    const counted = (firstDay: number) =>
      traffics.map((traffic) => gapsIn(traffic, firstDay).length).join(', ');
    const first = seeds.map((seed) => gapsIn(trafficOf(region, orders, seed, 28), 0).length).join(', ');
    const named = (kind: 'pay-in' | 'callback') => {
      const one = missingHours(traffics[0]!, kind, HISTORY_DAYS, 100 * times);
      return `${one.named} of ${one.hours}`;
    };
    console.log(
      `| ${region} | ${orders} | ${counted(HISTORY_DAYS)} | ${first} | ${named('pay-in')} | ${named('callback')} |`,
    );
  }
}
