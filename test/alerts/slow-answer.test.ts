/** A mail server that takes its time to answer a mail that it has whole. */
import { setTimeout } from 'node:timers/promises';
import { simpleParser } from 'mailparser';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendMail } from '../../src/alerts/channels/smtp.ts';
import '../support/starts-processes.ts';
import { mailReceiver } from './receivers.ts';

const MINUTE = 60_000;
const TIMEOUT_MILLISECONDS = 5000;
afterEach(() => vi.restoreAllMocks());

/** Lets waits of ten minutes end when the test says so; the server has short ones of its own. */
function longWaits() {
  const realTimeout = globalThis.setTimeout;
  const waits = new Map<unknown, () => void>();
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, milliseconds: number) => {
    const timer = realTimeout(work, milliseconds);
    if (milliseconds === 10 * MINUTE) waits.set(timer, work);
    return timer;
  }) as typeof globalThis.setTimeout);
  return {
    end: () => {
      for (const work of waits.values()) work();
    },
  };
}

/** Sends a mail to a server that has it whole and does not answer yet. */
async function sentAndUnanswered() {
  const { promise: whole, resolve: isWhole } = Promise.withResolvers<() => void>();
  const ids: (string | undefined)[] = [];
  const { url, port } = await mailReceiver({
    onData: (stream, _session, done) =>
      void simpleParser(stream).then(({ messageId }) => {
        ids.push(messageId);
        isWhole(done);
      }),
  });
  const waits = longWaits();
  const mail = {
    ...{ id: 'x', from: 'recon@shop.example', to: ['ana@shop.example'], served: [] },
    ...{ content: { subject: 's', text: 't' }, files: [{ name: 'a.csv', content: Buffer.alloc(100_000) }] },
  };
  let end: unknown = 'nothing yet';
  const sending = sendMail(
    { url: new URL(url), timeoutMilliseconds: TIMEOUT_MILLISECONDS, answerMilliseconds: 10 * MINUTE },
    mail,
    'outbox.mail',
  ).then(
    (sent) => (end = sent),
    (error: Error) => (end = error.message),
  );
  return { port, ids, sending, answer: await whole, waits, end: () => end };
}

describe('a mail that its server has whole', () => {
  it('is sent although the answer comes later than any other may', async () => {
    const { ids, sending, answer, end } = await sentAndUnanswered();
    await setTimeout(TIMEOUT_MILLISECONDS + 1000);
    expect(end()).toBe('nothing yet');
    answer();
    await sending;
    expect(end()).toBe(true);
    expect(ids).toEqual(['<x@shop.example>']);
  });

  it('fails after ten minutes, and says that it may have arrived', async () => {
    const { port, sending, waits, end } = await sentAndUnanswered();
    waits.end();
    await sending;
    expect(end()).toBe(
      `127.0.0.1:${port}: no answer within 600 s after the whole mail was sent; it may have arrived`,
    );
  });
});
