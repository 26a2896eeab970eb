import { crc32, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { callback, type FileCase, type FileResult } from '../case.ts';

let number = 0;
const line = () => callback(`INFILE${String(number++).padStart(4, '0')}`);
const bytes = (...parts: readonly (string | Uint8Array | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part as Uint8Array))),
  );
const ONE: FileResult = { counts: '1 = 1 + 0 + 0' };
const TWO: FileResult = { counts: '2 = 2 + 0 + 0' };
const NONE: FileResult = { counts: '0 = 0 + 0 + 0' };
const BROKEN: FileResult = { fault: 'SOURCE_BROKEN' };
const MARK = '\ufeff';

/** Unpacked, a file of the corpus may have so many bytes. */
export const MOST_FILE_BYTES = 1_000_000;

const TEXTS: ReadonlyArray<readonly [name: string, content: string | Uint8Array, is: FileResult]> = [
  ['no byte', '', NONE],
  ['a line feed', '\n', NONE],
  ['blank lines of every kind', '\n\r\n \n\t\r\n   \r\r\n', NONE],
  ['only a byte order mark', MARK, NONE],
  ['a byte order mark and a line', `${MARK}${line()}\n`, ONE],
  [
    'two byte order marks',
    `${MARK}${MARK}${line()}\n`,
    { counts: '1 = 0 + 0 + 1', rejected: { 1: 'not_json' } },
  ],
  [
    'a byte order mark on line 2',
    `${line()}\n${MARK}${line()}\n`,
    { counts: '2 = 1 + 0 + 1', rejected: { 2: 'not_json' } },
  ],
  [
    'a byte order mark behind a blank line',
    `\n${MARK}${line()}\n`,
    { counts: '1 = 0 + 0 + 1', rejected: { 2: 'not_json' } },
  ],
  [
    'half a byte order mark',
    bytes([0xef, 0xbb], line(), '\n'),
    { counts: '1 = 0 + 0 + 1', rejected: { 1: 'not_utf8' } },
  ],
  ['no line feed at the end', line(), ONE],
  ['CRLF', `${line()}\r\n${line()}\r\n`, TWO],
  ['CRLF and LF mixed', `${line()}\r\n${line()}\n`, TWO],
  ['CR only', `${line()}\r${line()}\r`, { counts: '1 = 0 + 0 + 1', rejected: { 1: 'not_json' } }],
  ['LF CR', `${line()}\n\r${line()}\n\r`, TWO],
  [
    'NEL and U+2028 for line ends',
    `${line()}\u0085${line()}\u2028`,
    { counts: '1 = 0 + 0 + 1', rejected: { 1: 'not_json' } },
  ],
  [
    'NULs at the end, as after a crash',
    bytes(line(), '\n', Buffer.alloc(512)),
    { counts: '2 = 1 + 0 + 1', rejected: { 2: 'not_json' } },
  ],
  ['a control-Z at the end', `${line()}\n\u001a`, { counts: '2 = 1 + 0 + 1', rejected: { 2: 'not_json' } }],
  [
    'a line cut short at the end',
    `${line()}\n${line().slice(0, 60)}`,
    { counts: '2 = 1 + 0 + 1', rejected: { 2: 'not_json' } },
  ],
  [
    'a line cut within a character',
    bytes(line(), '\n{"body":"', [0xc3]),
    { counts: '2 = 1 + 0 + 1', rejected: { 2: 'not_utf8' } },
  ],
  [
    'UTF-16 with its mark',
    Buffer.from(`${MARK}${line()}\n`, 'utf16le'),
    { counts: '2 = 0 + 0 + 2', rejected: { 1: 'not_utf8', 2: 'not_json' } },
  ],
  [
    'UTF-16 without',
    Buffer.from(`${line()}\n`, 'utf16le'),
    { counts: '2 = 0 + 0 + 2', rejected: { 1: 'not_json', 2: 'not_json' } },
  ],
  [
    'a line of 500,000 bytes among others',
    `${line()}\n${'x'.repeat(500_000)}\n${line()}\n`,
    { counts: '3 = 2 + 0 + 1', rejected: { 2: 'line_too_long' } },
  ],
  ['200,000 blank lines', `${'\n'.repeat(200_000)}${line()}\n`, ONE],
  ['more than ingest.maxFileBytes', ' '.repeat(MOST_FILE_BYTES + 1), BROKEN],
  [
    'an indented JSON object',
    '{\n  "body": {\n  }\n}\n',
    { counts: '4 = 0 + 0 + 4', rejected: { 1: 'not_json', 2: 'not_json', 3: 'not_json', 4: 'not_json' } },
  ],
  ['the same line three times', ((one) => `${one}\n${one}\n${one}\n`)(line()), { counts: '3 = 1 + 2 + 0' }],
  [
    'the same record, spelled otherwise',
    ((one) => `${one}\n${one.replace('20000', '2e4').replaceAll('":', '": ')}\n`)(line()),
    { counts: '2 = 1 + 1 + 0' },
  ],
];

/** A gzip member with a head of one's own. */
function member(
  text: string,
  { flags = 0, head = [] as readonly number[], method = 8, crc = crc32(text), size = text.length } = {},
): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc >>> 0, 0);
  trailer.writeUInt32LE(size >>> 0, 4);
  return bytes([0x1f, 0x8b, method, flags, 0, 0, 0, 0, 0, 255, ...head], deflateRawSync(text), trailer);
}

const gz = () => member(`${line()}\n`);
const zst = () => zstdCompressSync(`${line()}\n`);
const skippable = (length: number) => bytes([0x50, 0x2a, 0x4d, 0x18, length, 0, 0, 0], Buffer.alloc(length));

const PACKED: ReadonlyArray<readonly [name: string, content: Uint8Array, is: FileResult, file?: string]> = [
  ['gzip: a member', gz(), ONE],
  ['gzip: three members', bytes(gz(), gz(), member('')), TWO],
  [
    'gzip: a line across two members',
    ((one) => bytes(member(one.slice(0, 50)), member(`${one.slice(50)}\n`)))(line()),
    ONE,
  ],
  [
    'gzip: a name, a comment and extra bytes',
    member(`${line()}\n`, { flags: 0x1c, head: [3, 0, 1, 2, 3, 0x61, 0, 0x62, 0] }),
    ONE,
  ],
  [
    'gzip: a name that goes up',
    member(`${line()}\n`, { flags: 8, head: [...Buffer.from('../../a\0')] }),
    ONE,
  ],
  ['gzip: a wrong checksum', member(`${line()}\n`, { crc: 1 }), BROKEN],
  ['gzip: a wrong length', member(`${line()}\n`, { size: 1 }), BROKEN],
  ['gzip: a wrong checksum in the second member', bytes(gz(), member(`${line()}\n`, { crc: 1 })), BROKEN],
  ['gzip: another method', member(`${line()}\n`, { method: 7 }), BROKEN],
  ['gzip: reserved flags', member(`${line()}\n`, { flags: 0xe0 }), BROKEN],
  [
    'gzip: a name that never ends',
    bytes([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3], Buffer.alloc(100, 0x61)),
    BROKEN,
  ],
  ['gzip: the head only', bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), BROKEN],
  ['gzip: two bytes', bytes([0x1f, 0x8b]), BROKEN],
  ['gzip: without its trailer', gz().subarray(0, -8), BROKEN],
  ['gzip: without the last byte', gz().subarray(0, -1), BROKEN],
  ['gzip: text behind it', bytes(gz(), 'text'), BROKEN],
  ['gzip: the head of a member behind it', bytes(gz(), [0x1f, 0x8b, 8]), BROKEN],
  ['gzip: an empty line behind it', bytes(gz(), '\n'), BROKEN],
  ['gzip: a bomb', gzipSync(Buffer.alloc(50 * MOST_FILE_BYTES)), BROKEN],
  [
    'gzip: many members that are a bomb',
    bytes(...Array.from({ length: 60 }, () => gzipSync(Buffer.alloc(20_000, 0x20)))),
    BROKEN,
  ],
  [
    'gzip: within gzip',
    gzipSync(gz()),
    { counts: '1 = 0 + 0 + 1', rejected: { 1: 'not_utf8' } },
    'twice.log.gz.gz',
  ],
  ['gzip: by another name', gz(), ONE, 'plain.log'],
  ['gzip: only the name', bytes(line(), '\n'), BROKEN, 'a.log.gz'],
  ['gzip: no byte', bytes(), BROKEN, 'empty.log.gz'],
  ['zstd: a frame', zst(), ONE],
  ['zstd: three frames', bytes(zst(), zst(), zstdCompressSync('')), TWO],
  ['zstd: frames to be passed over', bytes(skippable(0), zst(), skippable(100), zst(), skippable(9)), TWO],
  ['zstd: nothing but a frame to be passed over', skippable(9), NONE, 'skip.log.zst'],
  [
    'zstd: a line across two frames',
    ((one) => bytes(zstdCompressSync(one.slice(0, 50)), zstdCompressSync(`${one.slice(50)}\n`)))(line()),
    ONE,
  ],
  [
    'zstd: a wrong checksum',
    bytes(zstdCompressSync(`${line()}\n`, { params: { 201: 1 } }).subarray(0, -4), [1, 2, 3, 4]),
    BROKEN,
  ],
  ['zstd: the mark only', bytes([0x28, 0xb5, 0x2f, 0xfd]), BROKEN],
  ['zstd: without the last byte', zst().subarray(0, -1), BROKEN],
  [
    'zstd: a frame and half of the next',
    ((one) => bytes(zst(), one.subarray(0, one.length >> 1)))(zst()),
    BROKEN,
  ],
  ['zstd: text behind it', bytes(zst(), 'text'), BROKEN],
  ['zstd: a gzip member behind it', bytes(zst(), gz()), BROKEN],
  [
    'zstd: a dictionary that nobody has',
    bytes([0x28, 0xb5, 0x2f, 0xfd, 0x21, 0x07, 0x01, 0x01, 0, 0, 0x61]),
    BROKEN,
  ],
  ['zstd: a window of 2 TiB', bytes([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xf8, 0x01, 0, 0]), BROKEN],
  ['zstd: a reserved block', bytes([0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x01, 0x0f, 0, 0, 0x61]), BROKEN],
  [
    'zstd: a frame to be passed over that is not all there',
    bytes(zst(), skippable(9).subarray(0, -1)),
    BROKEN,
  ],
  ['zstd: a bomb', zstdCompressSync(Buffer.alloc(50 * MOST_FILE_BYTES)), BROKEN],
  ['zstd: of an old version', bytes([0x27, 0xb5, 0x2f, 0xfd, 0, 0, 0]), BROKEN, 'old.log.zst'],
  ['zstd: by another name', zst(), ONE, 'plain.log'],
  ['zstd: named as gzip', zst(), ONE, 'a.log.gz'],
  ['zstd: only the name', bytes(line(), '\n'), BROKEN, 'a.log.zst'],
];

/** Files of other kinds, by any name, packed or not. */
const FOREIGN: ReadonlyArray<readonly [name: string, content: Uint8Array]> = [
  ['PDF', bytes('%PDF-1.7\n', Buffer.alloc(600))],
  ['Parquet', bytes('PAR1\x15\x04', Buffer.alloc(600))],
  ['ZIP', bytes('PK\x03\x04', Buffer.alloc(600))],
  ['an empty ZIP', bytes('PK\x05\x06', Buffer.alloc(18))],
  ['a picture', bytes([0x89], 'PNG\r\n\x1a\n', Buffer.alloc(600))],
  ['a PDF, packed', gzipSync(bytes('%PDF-1.7\n', Buffer.alloc(600)))],
  ['HTML', bytes('<!DOCTYPE html><title>Sign in</title>')],
  ['XML behind a byte order mark', bytes(MARK, '<?xml version="1.0"?>')],
  ['a tar archive', bytes(Buffer.alloc(257), 'ustar\0', Buffer.alloc(600))],
];

export const FILES: readonly FileCase[] = [
  ...PACKED.map(([name, content, is, file]) => ({
    name,
    content,
    is,
    file: file ?? (name.startsWith('gzip') ? 'a.log.gz' : 'a.log.zst'),
  })),
  ...TEXTS.map(([name, content, is]) => ({ name: `a file: ${name}`, content, is })),
  ...FOREIGN.map(([name, content]) => ({
    name: `foreign: ${name}`,
    content,
    is: { fault: 'SOURCE_FORMAT' } as const,
  })),
];
