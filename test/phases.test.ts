import { tracingChannel } from 'node:diagnostics_channel';
import { expect, it, onTestFinished } from 'vitest';
import { inPhase, PHASE_CHANNEL, type TracedPhase } from '../src/phases.ts';

type Heard = [event: string, phase: string, part: string | undefined];

function listen(): Heard[] {
  const heard: Heard[] = [];
  const channel = tracingChannel<TracedPhase>(PHASE_CHANNEL);
  const hear = (event: string) => (work: unknown) => {
    const { phase, part } = work as TracedPhase;
    heard.push([event, phase, part]);
  };
  const listeners = { start: hear('start'), asyncEnd: hear('end'), error: hear('error') };
  channel.subscribe(listeners as Parameters<typeof channel.subscribe>[0]);
  onTestFinished(() => {
    channel.unsubscribe(listeners as Parameters<typeof channel.unsubscribe>[0]);
  });
  return heard;
}

it('gives what the work gives, and tells who listens when it begins and ends', async () => {
  const heard = listen();
  expect(await inPhase('merge', async () => heard.length, 'ingest/010_keep.sql')).toBe(1);
  expect(heard).toEqual([
    ['start', 'merge', 'ingest/010_keep.sql'],
    ['end', 'merge', 'ingest/010_keep.sql'],
  ]);
});

it('passes on why work failed, and tells that it ended', async () => {
  const heard = listen();
  const fault = new Error('no room');
  await expect(inPhase('write', () => Promise.reject(fault))).rejects.toBe(fault);
  expect(heard.map(([event]) => event)).toEqual(['start', 'error', 'end']);
});

it('only does the work while nobody listens', async () => {
  const given = Promise.resolve('done');
  expect(inPhase('load', () => given)).toBe(given);
  expect(await given).toBe('done');
});
