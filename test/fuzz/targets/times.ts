import { formatInstant, instantOfText, parseWrittenTime } from '../../../src/normalise/instant.ts';
import { readEpoch, readTime } from '../../../src/normalise/read-time.ts';
import { holds, type Target } from '../target.ts';

const WRITTEN =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:(Z)|([+-])(\d\d):?(\d\d))?$/;
const ZONES = ['America/Sao_Paulo', 'Africa/Cairo', 'UTC'];
const REFERENCE = { seconds: 1_795_093_562, micros: 0 };

/** Times as the interface writes them: read digit by digit, and here by a regular expression and JavaScript's Date. */
const target: Target = {
  seeds: [
    ...['2026-11-19T10:05:00-03:00', '2026-11-19 10:05:00', '2026-11-19T10:05:00.123456789Z', '1763557500'],
    ...['2026-04-24T00:30:00', '2026-10-29T23:30:00', '2018-11-04T00:30:00', '0001-01-03T00:00:00+00:01'],
    ...['9999-12-29T23:59:59-00:01', '2026-02-29T00:00:00Z', '2024-02-29T24:00:00Z', '1763557500123.456'],
  ],
  words: [
    'T',
    'Z',
    '+03:00',
    '-0300',
    '.000000001',
    '0000',
    '9999',
    '-02-29',
    '24:00:00',
    ':60',
    '\u0661',
    ' ',
  ],
  run: (input) => {
    const text = input.toString('utf8');
    const written = parseWrittenTime(text);
    holds(JSON.stringify(written) === JSON.stringify(plainly(text)), 'a time is read as its text says');
    for (const zone of ZONES) {
      for (const reference of [undefined, REFERENCE]) {
        const { instant, source } = readTime(text, { zone, reference, allowedSkewSeconds: 300 });
        holds((instant === undefined) === (source === 'none'), 'a time without instant has no source');
        if (instant === undefined) continue;
        const again = instantOfText(formatInstant(instant));
        holds(
          again.seconds === instant.seconds && again.micros === instant.micros,
          'it is stored as it was read',
        );
      }
    }
    const counted = readEpoch(text);
    if (counted !== undefined) {
      const exact = Number(text);
      const seconds = exact > 1e11 ? exact / 1000 : exact;
      holds(Math.abs(counted.seconds + counted.micros / 1e6 - seconds) < 1e-3, 'a count is its number');
    }
  },
};
export default target;

function plainly(text: string): object | undefined {
  const match = WRITTEN.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    ...[number, number, number],
    ...[number, number, number],
  ];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (year < 1 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const [, sign, hours, minutes] = match.slice(8);
  if (hours !== undefined && (Number(hours) > 23 || Number(minutes) > 59)) return undefined;
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60;
  const offsetSeconds =
    hours === undefined ? (match[8] === 'Z' ? 0 : undefined) : sign === '-' ? -offset : offset;
  return {
    localSeconds: date.getTime() / 1000 + hour * 3600 + minute * 60 + second,
    micros: Number((match[7] ?? '').slice(0, 6).padEnd(6, '0')),
    offsetSeconds,
  };
}
