import { fileURLToPath } from 'node:url';
import { localDate } from '../../src/normalise/local-date.ts';
import { readTime } from '../../src/normalise/read-time.ts';

const ZONES = ['Africa/Cairo', 'America/Sao_Paulo', 'UTC'];
const TEXTS = [
  '2026-04-24T00:30:00',
  '2026-10-29T23:30:00',
  '2026-11-19T10:05:00',
  '2018-11-04T00:10:00.123456789',
  '2018-02-17 23:59:59',
  '2026-11-19T10:05:00-0300',
  '2026-11-19T10:05:00Z',
  'noon',
];

/** How a handful of texts read in three zones: the same on every machine, wherever and whenever that is. */
export function readings(): unknown {
  return ZONES.flatMap((zone) =>
    TEXTS.map((text) => {
      const reading = readTime(text, { zone, allowedSkewSeconds: 300 });
      return { zone, text, ...reading, date: reading.instant && localDate(reading.instant, zone) };
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(readings()));
