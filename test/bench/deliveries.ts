import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { AS_OF, type Day } from './days.ts';

export const DELIVERIES = 24;

/** Egypt's day begins first. Nearly all callbacks come within the span; the last delivery has the rest. */
const START = Date.parse('2026-11-18T22:00:00Z');
const STEP = (Date.parse('2026-11-20T03:00:00Z') - START) / DELIVERIES;

/** A part of a day's logs, and the moment just after it. */
export interface Delivery {
  readonly folder: string;
  readonly asOf: string;
}

/** A day's logs as they are delivered hour by hour. The parts are written once and kept beside the day. */
export async function deliveriesOf(day: Day): Promise<Delivery[]> {
  const root = `${day.folder}-deliveries`;
  const deliveries = Array.from({ length: DELIVERIES }, (_, index) => ({
    folder: join(root, String(index).padStart(2, '0')),
    asOf: index === DELIVERIES - 1 ? AS_OF : new Date(START + (index + 1) * STEP).toISOString(),
  }));
  if (existsSync(join(root, 'whole'))) return deliveries;
  for (const { folder } of deliveries) mkdirSync(folder, { recursive: true });
  for (const file of [...day.payIns, ...day.callbacks]) await divide(file, deliveries);
  mkdirSync(join(root, 'whole'));
  return deliveries;
}

/** Writes each line to the delivery of its time; a line without one goes where the line before it went. */
async function divide(file: string, deliveries: readonly Delivery[]): Promise<void> {
  const parts = deliveries.map(({ folder }) => createWriteStream(join(folder, basename(file))));
  let index = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const at = Date.parse(/"(?:sentAt|receivedAt)":"([^"]*)"/.exec(line)?.[1] ?? '');
    if (!Number.isNaN(at))
      index = Math.min(Math.max(Math.floor((at - START) / STEP), 0), deliveries.length - 1);
    const part = parts[index]!;
    if (!part.write(`${line}\n`)) await once(part, 'drain');
  }
  await Promise.all(parts.map((part) => finished(part.end())));
}
