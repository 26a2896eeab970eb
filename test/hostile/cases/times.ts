import { callback, EGYPT, type LineCase, type Patch, payIn } from '../case.ts';

type Flag = 'unreadable' | 'ambiguous' | 'disagrees';
/** A time of a callback, what it is read as, how its offset was found, and whether its form breaks a rule. */
type Row = readonly [
  text: string,
  completed: string | null,
  source: string,
  flags?: readonly Flag[],
  breaks?: 'breaks',
];

/** Received at 2026-11-19T13:06:02Z; the header has -03:00. */
const FORMS: readonly Row[] = [
  ['2026-11-19T10:05:00-03:00', '2026-11-19T13:05:00Z', 'explicit'],
  ['2026-11-19T13:05:00+00:00', '2026-11-19T13:05:00Z', 'explicit'],
  ['2026-11-19T13:05:00-00:00', '2026-11-19T13:05:00Z', 'explicit'],
  ['2026-11-19T13:05:00Z', '2026-11-19T13:05:00Z', 'explicit', [], 'breaks'],
  ['2026-11-19T13:05:00z', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19 10:05:00-03:00', '2026-11-19T13:05:00Z', 'explicit', [], 'breaks'],
  ['2026-11-19t10:05:00-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19T10:05:00-0300', '2026-11-19T13:05:00Z', 'explicit', [], 'breaks'],
  ['2026-11-19T10:05:00-03', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19T10:05:00 -03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19T10:05:00-03:00[America/Sao_Paulo]', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19T10:05:00\u221203:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19T18:50:00+05:45', '2026-11-19T13:05:00Z', 'explicit'],
  ['2026-11-20T03:05:00+14:00', '2026-11-19T13:05:00Z', 'explicit'],
  ['2026-11-20T12:04:00+22:59', '2026-11-19T13:05:00Z', 'explicit'],
  ['2026-11-19T10:05:00+24:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19T10:05:00-03:60', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19T10:05:00', '2026-11-19T13:05:00Z', 'region', []],
  ['2026-11-19T13:05:00', '2026-11-19T13:05:00Z', 'utc', ['disagrees']],
  ['2026-11-19T10:05:00.5-03:00', '2026-11-19T13:05:00.5Z', 'explicit', [], 'breaks'],
  ['2026-11-19T10:05:00.123456789-03:00', '2026-11-19T13:05:00.123456Z', 'explicit', [], 'breaks'],
  ['2026-11-19T10:05:00.9999999-03:00', '2026-11-19T13:05:00.999999Z', 'explicit', [], 'breaks'],
  ['2026-11-19T10:05:00.1234567890-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19T10:05:00.-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19T10:05:00,5-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19T10:05-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19', null, 'none', ['unreadable'], 'breaks'],
  ['20261119T100500-0300', null, 'none', ['unreadable'], 'breaks'],
  ['2026-W47-4T10:05:00-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-323T10:05:00-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['19/11/2026 10:05:00', null, 'none', ['unreadable'], 'breaks'],
  ['11/19/2026 10:05 AM', null, 'none', ['unreadable'], 'breaks'],
  ['Thu, 19 Nov 2026 13:05:00 GMT', null, 'none', ['unreadable'], 'breaks'],
  ['1795093500', null, 'none', ['unreadable'], 'breaks'],
  ['1795093500000', null, 'none', ['unreadable'], 'breaks'],
  ['46345.42', null, 'none', ['unreadable'], 'breaks'],
  ['٢٠٢٦-١١-١٩T١٠:٠٥:٠٠-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19T10:05:00-03:00 ', null, 'none', ['unreadable'], 'breaks'],
  [' 2026-11-19T10:05:00-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['\ufeff2026-11-19T10:05:00-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19T10:05:00-03:00\0', null, 'none', ['unreadable'], 'breaks'],
];

const CALENDAR: readonly Row[] = [
  ['2026-02-29T10:05:00-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2024-02-29T10:05:00-03:00', '2024-02-29T13:05:00Z', 'explicit'],
  ['2000-02-29T10:05:00-03:00', '2000-02-29T13:05:00Z', 'explicit'],
  ['1900-02-29T10:05:00-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-31T10:05:00-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-13-01T10:05:00-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-00-10T10:05:00-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-00T10:05:00-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2016-12-31T23:59:60+00:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19T24:00:00-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['2026-11-19T10:60:00-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['0000-01-01T00:00:00+00:00', null, 'none', ['unreadable'], 'breaks'],
  ['0001-01-01T00:00:00+00:00', null, 'none', ['unreadable']],
  ['0001-01-03T00:00:00+00:00', '0001-01-03T00:00:00Z', 'explicit'],
  ['0001-01-03T00:00:00+00:01', null, 'none', ['unreadable']],
  ['1883-11-18T12:00:00-03:00', '1883-11-18T15:00:00Z', 'explicit'],
  ['1969-12-31T23:59:59+00:00', '1969-12-31T23:59:59Z', 'explicit'],
  ['2038-01-19T03:14:08+00:00', '2038-01-19T03:14:08Z', 'explicit'],
  ['9999-12-29T23:59:59+00:00', '9999-12-29T23:59:59Z', 'explicit'],
  ['9999-12-29T23:59:59-00:01', null, 'none', ['unreadable']],
  ['9999-12-31T23:59:59+00:00', null, 'none', ['unreadable']],
  ['10000-01-01T00:00:00+00:00', null, 'none', ['unreadable'], 'breaks'],
  ['+002026-11-19T10:05:00-03:00', null, 'none', ['unreadable'], 'breaks'],
  ['-2026-11-19T10:05:00-03:00', null, 'none', ['unreadable'], 'breaks'],
];

/** Local times at clock changes: region, when it was received, and a row. */
const CHANGES: ReadonlyArray<readonly [region: 'BR' | 'EG', received: string, row: Row]> = [
  // Cairo skips 2026-04-24 00:00 to 01:00, and has 2026-10-29 23:00 to 24:00 twice.
  ['EG', '2026-04-24T10:00:00Z', ['2026-04-23T23:59:59', '2026-04-23T21:59:59Z', 'region', []]],
  ['EG', '2026-04-24T10:00:00Z', ['2026-04-24T00:00:00', '2026-04-23T22:00:00Z', 'region', ['ambiguous']]],
  ['EG', '2026-04-24T10:00:00Z', ['2026-04-24T00:30:00', '2026-04-23T22:30:00Z', 'region', ['ambiguous']]],
  ['EG', '2026-04-24T10:00:00Z', ['2026-04-24T01:00:00', '2026-04-23T22:00:00Z', 'region', []]],
  ['EG', '2026-10-30T10:00:00Z', ['2026-10-29T22:59:59', '2026-10-29T19:59:59Z', 'region', []]],
  ['EG', '2026-10-30T10:00:00Z', ['2026-10-29T23:30:00', '2026-10-29T21:30:00Z', 'region', ['ambiguous']]],
  ['EG', '2026-10-29T20:31:00Z', ['2026-10-29T23:30:00', '2026-10-29T20:30:00Z', 'region', ['ambiguous']]],
  ['EG', '2026-10-30T10:00:00Z', ['2026-10-30T00:00:00', '2026-10-29T22:00:00Z', 'region', []]],
  ['EG', '2022-07-02T10:00:00Z', ['2022-07-01T12:00:00', '2022-07-01T10:00:00Z', 'region', []]],
  ['EG', '2023-07-02T10:00:00Z', ['2023-07-01T12:00:00', '2023-07-01T09:00:00Z', 'region', []]],
  // São Paulo skipped 2018-11-04 00:00 to 01:00, and had 2018-02-17 23:00 to 24:00 twice; none since 2019.
  ['BR', '2018-11-05T10:00:00Z', ['2018-11-04T00:30:00', '2018-11-04T03:30:00Z', 'region', ['ambiguous']]],
  ['BR', '2018-02-19T10:00:00Z', ['2018-02-17T23:30:00', '2018-02-18T02:30:00Z', 'region', ['ambiguous']]],
  ['BR', '2019-01-02T10:00:00Z', ['2019-01-01T12:00:00', '2019-01-01T14:00:00Z', 'region', []]],
  ['BR', '2026-01-02T10:00:00Z', ['2026-01-01T12:00:00', '2026-01-01T15:00:00Z', 'region', []]],
];

/** The merchant's own clock: receivedAt as JSON has it, and what it is read as. What is unreadable gives way to the header. */
const OWN: ReadonlyArray<readonly [literal: string, received: string, flags?: readonly Flag[]]> = [
  ['"2026-11-19T13:06:02"', '2026-11-19T13:06:02Z'],
  ['"2026-11-19 13:06:02.5"', '2026-11-19T13:06:02.5Z'],
  ['1795093562', '2026-11-19T13:06:02Z'],
  ['1795093562123', '2026-11-19T13:06:02.123Z'],
  ['1795093562.25', '2026-11-19T13:06:02.25Z'],
  ['"1795093562"', '2026-11-19T13:06:02Z'],
  ['1.795093562e9', '2026-11-19T13:06:02Z'],
  ['-1795093562', '2026-11-19T13:06:01Z', ['unreadable']],
  ['0', '2026-11-19T13:06:01Z', ['unreadable']],
  ['1795093562123456', '2026-11-19T13:06:01Z', ['unreadable']],
  ['"2026-11-19T24:00:00Z"', '2026-11-19T13:06:01Z', ['unreadable']],
  ['""', '2026-11-19T13:06:01Z'],
  ['null', '2026-11-19T13:06:01Z'],
  ['true', '2026-11-19T13:06:01Z'],
  ['["2026-11-19T13:06:02Z"]', '2026-11-19T13:06:01Z'],
];

/** The request's X-TIMESTAMP, and when the order was requested; sentAt is 2026-11-19T13:05:00Z. */
const REQUESTED: ReadonlyArray<
  readonly [literal: string, requested: string, flags: readonly Flag[], breaks: boolean]
> = [
  ['"2026-11-19T10:05:30-03:00"', '2026-11-19T13:05:30Z', [], false],
  ['"2026-11-19T10:05:30-02:00"', '2026-11-19T12:05:30Z', [], true],
  ['"2026-11-19T10:05:30"', '2026-11-19T13:05:30Z', [], true],
  ['"yesterday"', '2026-11-19T13:05:00Z', ['unreadable'], true],
  ['""', '2026-11-19T13:05:00Z', [], false],
  ['["2026-11-19T10:05:30-03:00","x"]', '2026-11-19T13:05:30Z', [], false],
  ['{"a":1}', '2026-11-19T13:05:00Z', [], true],
];

export const TIMES: readonly LineCase[] = [
  ...[...FORMS, ...CALENDAR].map((row, at) => timeCase(`TIMEOF${at}`, {}, row)),
  ...CHANGES.map(([region, received, row], at) => {
    const patch = { receivedAt: `"${received}"`, 'headers.X-TIMESTAMP': undefined };
    return timeCase(`CHANGE${at}`, region === 'EG' ? { ...EGYPT, ...patch } : patch, row);
  }),
  ...OWN.map(([literal, received, flags = []], at) => ({
    name: `receivedAt ${literal}`,
    line: callback(`RECEIVED${at}`, { receivedAt: literal }),
    is: { kept: { received_at: received, ...flagged(flags) } },
  })),
  ...REQUESTED.map(([literal, requested, flags, breaks], at) => ({
    name: `X-TIMESTAMP ${literal}`,
    line: payIn(`REQUESTED${at}`, { 'request.headers.X-TIMESTAMP': literal }),
    is: {
      kept: { requested_at: requested, ...flagged(flags) },
      breaks: breaks ? ['request.headers.X-TIMESTAMP'] : [],
    },
  })),
];

function timeCase(
  orderNo: string,
  patch: Patch,
  [text, completed, source, flags = [], breaks]: Row,
): LineCase {
  return {
    name: `${orderNo}: transactionTime ${JSON.stringify(text)}`,
    line: callback(orderNo, { ...patch, 'body.transactionTime': JSON.stringify(text) }),
    is: {
      kept: { order_no: orderNo, completed_at: completed, offset_source: source, ...flagged(flags) },
      breaks: breaks === undefined ? [] : ['body.transactionTime'],
    },
  };
}

function flagged(flags: readonly Flag[]): Record<string, boolean> {
  return {
    time_unreadable: flags.includes('unreadable'),
    time_ambiguous: flags.includes('ambiguous'),
    offset_disagrees: flags.includes('disagrees'),
  };
}
