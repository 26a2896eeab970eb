/** What a file has on an SFTP server besides its name: the rights that its operator wants, and its own bytes. */
import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asideOf } from '../../../src/operations/deliver/place.ts';
import '../../support/starts-processes.ts';
import { blocks, placeOf } from './opened-place.ts';
import { filesOf, sftpServer } from './servers.ts';

async function opened(request: Parameters<typeof sftpServer>[0] = {}) {
  const server = await sftpServer(request);
  const { hostKey, privateKeyFile, url } = server;
  const place = await placeOf({ kind: 'sftp', hostKeys: [hostKey], privateKeyFile, url });
  return { server, place };
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('a file on an SFTP server', () => {
  it.each([
    ['077', '600', '700'],
    ['027', '640', '750'],
    [undefined, (0o666 & ~process.umask()).toString(8), (0o777 & ~process.umask()).toString(8)],
  ])('has the rights that a umask of %s leaves', async (umask, file, folder) => {
    const { server, place } = await opened(umask === undefined ? {} : { umask });
    await place.put('BR/orders.csv', blocks(1, 10));
    await place.put('BR/orders.csv', blocks(1, 20));
    await place.close();
    expect(modeOf(join(server.folder, 'BR/orders.csv'))).toBe(file);
    expect(modeOf(join(server.folder, 'BR'))).toBe(folder);
  });

  it.each([0, 1, 32_768, 32_769, 5_000_000])('has its bytes in their order: blocks of %i', async (bytes) => {
    const { server, place } = await opened();
    const one = async function* () {
      for (let at = 0; at < 3; at += 1) yield Buffer.from(Uint8Array.from({ length: bytes }, numberAt(at)));
    };
    await place.put('orders.csv', one());
    await place.close();
    const expected: Buffer[] = [];
    for await (const block of one()) expected.push(block);
    expect(readFileSync(join(server.folder, 'orders.csv')).equals(Buffer.concat(expected))).toBe(true);
  });

  it('has nothing of what an attempt before has left, and is not written through a link', async () => {
    const { server, place } = await opened({ umask: '077' });
    const [left, linked, other] = ['one.csv', 'two.csv', 'other.csv'].map((name) =>
      join(server.folder, name),
    );
    const aside = (name: string) => join(server.folder, asideOf(name));
    writeFileSync(aside('one.csv'), 'longer than what is delivered now');
    chmodSync(aside('one.csv'), 0o666);
    writeFileSync(other!, 'kept');
    symlinkSync(other!, aside('two.csv'));
    await place.put('one.csv', blocks(1, 10));
    await place.put('two.csv', blocks(1, 10));
    await place.close();
    expect([modeOf(left!), statSync(left!).size]).toEqual(['600', 10]);
    expect(lstatSync(linked!).isSymbolicLink()).toBe(false);
    expect(readFileSync(other!, 'utf8')).toBe('kept');
  });

  it('is put on a server that lets nobody remove files, unless an attempt before has left a part', async () => {
    const { server, place } = await opened({ denied: 'remove' });
    await place.put('one.csv', blocks(1, 10));
    writeFileSync(join(server.folder, asideOf('two.csv')), 'left');
    await expect(place.put('two.csv', blocks(1, 10))).rejects.toThrow(/two\.csv: (?!.*disk)/);
    await place.close();
    expect(filesOf(server.folder)).toEqual([asideOf('two.csv'), 'one.csv']);
  });

  it('is not put in the place of a folder, whose path is said', async () => {
    for (const denied of [undefined, 'posix-rename']) {
      const { server, place } = await opened(denied === undefined ? {} : { denied });
      mkdirSync(join(server.folder, 'BR/orders.csv'), { recursive: true });
      writeFileSync(join(server.folder, 'BR/orders.csv/kept'), '');
      await expect(place.put('BR/orders.csv', blocks(1, 10))).rejects.toThrow(
        `127.0.0.1:${server.port}: ${server.folder}/BR/orders.csv is a folder; a file is expected under this name`,
      );
      await expect(place.remove('BR/orders.csv')).rejects.toThrow('BR/orders.csv is a folder');
      await place.close();
      expect(filesOf(server.folder)).toEqual(['BR/orders.csv/kept']);
    }
  });
});

/** Bytes that differ between the blocks and within each. */
function numberAt(block: number) {
  return (_: unknown, at: number) => (at * 31 + (at >> 15) * 7 + block) % 251;
}
