/**
 * Downloads a file and throws its bytes away, from a process of its own. Prints bytes, seconds and the seconds until the
 * first byte as JSON. Parameter: JSON with `url` and `cookie`.
 */
import { get } from 'node:http';
import { noteUsage } from './usage.ts';

/** A download, measured by who receives it. */
export interface Received {
  readonly status: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly firstByte: number;
}

if (import.meta.main) {
  noteUsage();
  const { url, cookie } = JSON.parse(process.argv[2]!) as { readonly url: string; readonly cookie: string };
  console.log(JSON.stringify(await received(url, cookie)));
}

function received(url: string, cookie: string): Promise<Received> {
  const start = performance.now();
  const since = () => (performance.now() - start) / 1000;
  return new Promise((resolve, reject) => {
    get(url, { headers: { Cookie: cookie }, agent: false }, (answer) => {
      let bytes = 0;
      let firstByte: number | undefined;
      answer.on('data', (block: Buffer) => {
        firstByte ??= since();
        bytes += block.length;
      });
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, bytes, seconds: since(), firstByte: firstByte ?? since() }),
      );
    }).on('error', reject);
  });
}
