import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { DISK, type Disk } from '../../src/append-log/disk.ts';
import type { Signatures } from '../../src/signatures/signatures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ACCEPTED, accept, PAY_IN, startService } from './own-service.ts';
import { CALLBACK, NOON, type ServedCapture, serveCapture } from './served-capture.ts';

const PATH = '/v2.0/transaction/pay-in';
const PAYER = {
  name: 'Quitéria Bragança',
  idType: 'NATIONAL',
  idNumber: '29001011234567',
  phone: '01099887766',
  email: 'quiteria@payer.example',
  pixAccount: '52998224725',
  // With a decimal point, as ports and process ids are written too.
  address: [{ street: 'Rua Oculta' }, 4477.25, true],
};
/** What must be nowhere. */
const SECRETS = [
  'Quit',
  'ria Brag',
  'NATIONAL',
  '29001011',
  '010998',
  'quiteria',
  '@payer',
  '529982',
  'Oculta',
  '4477.2',
];

const withPayer = (json: string, payer = JSON.stringify(PAYER)) => json.replace(/\}$/, `,"payer":${payer}}`);

/** The same in other spellings: escaped, in lines of its own, twice, in capitals. */
const SPELLINGS = [
  withPayer(CALLBACK),
  withPayer(CALLBACK).replace('"payer"', '"p\\u0061yer"').replace('@', '\\u0040'),
  withPayer(CALLBACK, JSON.stringify(PAYER, undefined, 2)).replaceAll('\n', '\r\n'),
  withPayer(withPayer(CALLBACK)),
  withPayer(CALLBACK).replace('"payer"', '"PAYER"'),
  withPayer(CALLBACK).replace('"money":{', `"money":{"payer":${JSON.stringify([PAYER])},`),
  withPayer(CALLBACK, '"Quitéria Bragança, 01099887766"'),
];
const REQUESTS = SPELLINGS.map((body) =>
  body.replace(CALLBACK.slice(0, -1), PAY_IN.replace(/,"payer":\{[^}]*\}/, '').slice(0, -1)),
);

/** Every byte of a folder, with packed files unpacked, and the program's log. */
function everything({ folder, log }: Pick<ServedCapture, 'folder' | 'log'>): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const bytes = readFileSync(join(folder, name));
    return `${name}\n${(name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')}`;
  });
  return [...files, ...log].join('\n');
}

function expectNothing(text: string): void {
  expect(text).toContain('ORDER00001');
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

const NO_SIGNATURE: Signatures = {
  ...{ signRequest: () => '', signCallback: () => '', verifyRequest: () => false },
  verifyCallback: ({ body }) => {
    if (body.length % 2 === 0) return false;
    throw new Error('the module fails');
  },
};

it('what is planted would be found', async () => {
  const capture = await serveCapture({ settings: { keepPayer: true } });
  await capture.post(SPELLINGS[0]!);
  const text = everything(capture);
  for (const secret of SECRETS) expect(text).toContain(secret);
});

it('callbacks leave no payer, stored or refused, verified or not', async () => {
  for (const signatures of [undefined, NO_SIGNATURE]) {
    let at = NOON;
    const capture = await serveCapture({ signatures, at: () => at, settings: { maxBodyBytes: 4096 } });
    for (const body of SPELLINGS) {
      await capture.post(body);
      // Bad ones are not logged, not even why in words of their own.
      await capture.post(body.slice(0, -1));
      await capture.post(`[${body}]`);
      await capture.post(Buffer.from(body, 'latin1'));
      await capture.post(body.padEnd(5000), { 'Content-Encoding': 'gzip' });
      await capture.post(body.padEnd(5000));
      // Each hour's log is packed.
      at = { seconds: at.seconds + 3600, micros: 0 };
    }
    await capture.close();
    const kind = signatures === undefined ? 'callbacks' : 'unverified';
    expect(capture.records(kind)).toHaveLength(SPELLINGS.length);
    expectNothing(everything(capture));
  }
});

it('calls leave no payer, answered or not, under way or left by a kill', async () => {
  const seen: string[] = [];
  const folder = temporaryFolder();
  const answers: Parameters<typeof startService>[0][] = [
    accept,
    (response) => response.writeHead(400).end(withPayer(ACCEPTED)),
    (response) => response.writeHead(502).end(`<p>${PAYER.name}, ${PAYER.email}</p>`),
    (response) => response.destroy(),
  ];
  const service = await startService((response, request) => {
    seen.push(everything({ folder, log: [] }));
    answers[seen.length % answers.length]!(response, request);
  });
  const capture = await serveCapture({ folder, settings: { forward: service.url } });
  for (const body of [...REQUESTS, ...REQUESTS]) {
    await capture.post(body, { 'X-PARTNER-ID': 'M0001' }, PATH);
    await capture.post(body.slice(1), {}, PATH);
  }
  expect(capture.records('pay-ins')).toHaveLength(2 * REQUESTS.length);
  expect(service.requests[0]!.body, 'the service gets it').toContain(PAYER.name);
  for (const text of seen) {
    expect(text, 'the call is kept while it is under way').toMatch(/forwarding\.pending\n\{"begin"/);
    expectNothing(text);
  }
  expectNothing(everything(capture));
});

it('what cannot be stored leaves no payer in the log of the program', async () => {
  let isFull = false;
  const disk: Disk = {
    ...DISK,
    open: async (path) => {
      const file = await DISK.open(path);
      const append = async (bytes: Uint8Array) => {
        await file.append(isFull ? bytes.subarray(0, bytes.length >> 1) : bytes);
        if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      };
      return { ...file, append };
    },
  };
  const service = await startService();
  const capture = await serveCapture({ disk, settings: { forward: service.url } });
  await capture.post(CALLBACK);
  isFull = true;
  expect((await capture.post(SPELLINGS[0]!)).status).toBe(503);
  expect((await capture.post(REQUESTS[0]!, {}, PATH)).status).toBe(503);
  expectNothing(everything(capture));
});
