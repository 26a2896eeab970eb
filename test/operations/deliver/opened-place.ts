import { openPlace } from '../../../src/operations/deliver/open-place.ts';
import { deliverySettings } from './deliveries.ts';

type Input = Readonly<Record<string, unknown>>;

const ANNOUNCEMENT = { subject: '', text: '', messageId: 'x' };

/** A place by its settings, opened. */
export function placeOf(input: Input, timeoutMilliseconds = 600_000) {
  const [delivery] = deliverySettings('out', [{ name: 'x', ...input }]).deliveries;
  return openPlace({
    delivery: delivery!,
    workingDirectory: '/',
    timeoutMilliseconds,
    announcement: ANNOUNCEMENT,
  });
}

/** So many blocks, each of other bytes. */
export async function* blocks(count: number, bytes = 1 << 20): AsyncGenerator<Buffer> {
  for (let at = 0; at < count; at += 1) yield Buffer.alloc(bytes, at + 1);
}
