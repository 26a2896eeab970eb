/** Delivered and published folders verified without store and settings. */
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readVerifyingKey, verifyFolder } from '../../../src/books/verify/verify-folder.ts';
import { makeSigningKey } from '../../../src/signing/signing-key.ts';
import { fingerprintOf, type PublicKey, publicKeyText } from '../../../src/signing/ssh-signature.ts';
import { DATE } from '../../export/books.ts';
import { deliverySettings, publishedStore, restate, shipAfter } from '../../operations/deliver/deliveries.ts';
import { filesOf } from '../../operations/deliver/servers.ts';
import { onEmbedded } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

onEmbedded('a folder verified offline', (engine) => {
  let delivered: ReadonlyMap<string, Buffer> | undefined;
  let published: ReadonlyMap<string, Buffer>;
  let key: PublicKey;

  const contents = (folder: string) =>
    new Map(filesOf(folder).map((name) => [name, readFileSync(join(folder, name))]));

  /** A copy of files below a new folder. */
  function laidOut(files: ReadonlyMap<string, Buffer>): string {
    const folder = temporaryFolder();
    for (const [name, content] of files) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return folder;
  }

  async function make() {
    const store = await engine.emptied();
    const made = await publishedStore(store);
    const place = temporaryFolder();
    key = await makeSigningKey(join(made.folder, 'key.pem'));
    const own = { name: 'share', kind: 'folder', folder: place, reports: ['orders', 'payments'] };
    const signing = { privateKeyFile: join(made.folder, 'key.pem') };
    const settings = deliverySettings(made.out, [own], { signing });
    await shipAfter(store, settings, 0);
    await restate(store, made);
    await shipAfter(store, settings, 600);
    delivered = contents(place);
    published = contents(join(made.out, DATE, 'BR/v2'));
  }

  it('has no deviation as it was delivered, and says who signed', async () => {
    await make();
    const folder = laidOut(delivered!);
    const known = await verifyFolder(folder, key);
    expect(known).toMatchObject([
      {
        subject: `BR/${DATE}`,
        state: 'ok',
        found: `10 files by SHA256SUMS; signed by ${fingerprintOf(key)}`,
      },
      { subject: `EG/${DATE}`, state: 'ok' },
    ]);
    const [unknown] = await verifyFolder(folder, undefined);
    expect(unknown!.found).toContain(`signed by ${fingerprintOf(key)}, which is not known: --key names`);
    // One folder of it is verified by itself.
    expect(await verifyFolder(join(folder, 'BR', DATE), key)).toMatchObject([{ subject: '.', state: 'ok' }]);
    expect(filesOf(folder).filter((name) => name.startsWith('BR/'))).toEqual(
      [
        ...['SHA256SUMS', 'SHA256SUMS.sig'],
        ...[1, 2].flatMap((version) => [
          `datapackage-BR-${DATE}-v${version}.json`,
          `manifest-BR-${DATE}-v${version}.json`,
          `manifest-BR-${DATE}-v${version}.json.sig`,
          `orders-BR-${DATE}-v${version}.csv`,
          `payments-BR-${DATE}-v${version}.csv`,
        ]),
      ]
        .map((name) => `BR/${DATE}/${name}`)
        .sort(),
    );

    const one = `BR/${DATE}/orders-BR-${DATE}-v1.csv`;
    const changed = laidOut(delivered!);
    appendFileSync(join(changed, one), ' ');
    rmSync(join(changed, `BR/${DATE}/payments-BR-${DATE}-v1.csv`));
    writeFileSync(join(changed, `BR/${DATE}/extra.csv`), 'x');
    mkdirSync(join(changed, 'more'));
    writeFileSync(join(changed, 'more/other.csv'), 'x');
    const results = await verifyFolder(changed, key);
    const digest = (name: string) =>
      delivered!
        .get(`BR/${DATE}/SHA256SUMS`)!
        .toString()
        .split('\n')
        .find((line) => line.endsWith(name))!
        .slice(0, 64);
    expect(results.flatMap(({ deviations }) => deviations)).toEqual([
      {
        where: one,
        what: 'SHA-256, by SHA256SUMS',
        expected: digest(`orders-BR-${DATE}-v1.csv`),
        actual: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      {
        where: `BR/${DATE}/payments-BR-${DATE}-v1.csv`,
        ...{ what: 'the file', expected: 'the file that SHA256SUMS names', actual: 'no such file' },
      },
      expect.objectContaining({ where: `BR/${DATE}/extra.csv`, what: 'a file too many' }),
      expect.objectContaining({ where: 'more/other.csv', what: 'a file too many' }),
    ]);
  });

  describe('names', () => {
    // Once, within a test, to whose end its temporary folders last; what they held is in memory.
    beforeEach(async () => {
      if (delivered === undefined) await make();
    });

    it('checksums that were changed with the file, because they are signed', async () => {
      const folder = laidOut(delivered!);
      const sums = join(folder, `BR/${DATE}/SHA256SUMS`);
      writeFileSync(
        sums,
        readFileSync(sums, 'utf8').replace(/^[0-9a-f]/, (digit) => (digit === '0' ? '1' : '0')),
      );
      const [found] = await verifyFolder(folder, undefined);
      expect(found!.deviations).toContainEqual({
        where: `BR/${DATE}/SHA256SUMS.sig`,
        what: 'the signature',
        expected: 'a signature of this content',
        actual: 'the signature is not one of this content',
      });
    });

    it('a missing signature, and one of another key, where a key is expected', async () => {
      const other = await makeSigningKey(join(temporaryFolder(), 'other.pem'));
      const [foreign] = await verifyFolder(laidOut(delivered!), other);
      expect(foreign!.deviations).toContainEqual({
        where: `BR/${DATE}/SHA256SUMS.sig`,
        what: 'the signature',
        expected: `signed by ${fingerprintOf(other)}`,
        actual: `signed by ${fingerprintOf(key)}, another key`,
      });
      const folder = laidOut(delivered!);
      rmSync(join(folder, `EG/${DATE}/SHA256SUMS.sig`));
      const [, unsigned] = await verifyFolder(folder, key);
      expect(unsigned!.deviations).toMatchObject([{ actual: 'no signature' }]);
      expect((await verifyFolder(folder, undefined))[1]).toMatchObject({
        state: 'ok',
        found: '5 files by SHA256SUMS; no signature',
      });
    });

    it('lines of SHA256SUMS that name no file of the folder', async () => {
      const folder = laidOut(delivered!);
      appendFileSync(join(folder, `EG/${DATE}/SHA256SUMS`), `${'0'.repeat(64)}  ../BR/x.csv\nnothing\n`);
      const [, found] = await verifyFolder(folder, undefined);
      expect(found!.deviations.map(({ what, actual }) => [what, actual])).toEqual([
        ['a line that is no checksum', `${'0'.repeat(64)}  ../BR/x.csv`],
        ['a line that is no checksum', 'nothing'],
        ['the signature', 'the signature is not one of this content'],
      ]);
    });

    it('what differs in a published folder, by its manifest', async () => {
      const folder = laidOut(published);
      expect(await verifyFolder(folder, undefined)).toMatchObject([
        {
          subject: '.',
          state: 'ok',
          found: expect.stringMatching(/^\d+ files by manifest\.json; no signature$/),
        },
      ]);
      appendFileSync(join(folder, 'orders.csv'), 'x');
      copyFileSync(join(folder, 'payments.csv'), join(folder, 'copy.csv'));
      rmSync(join(folder, 'payments.csv'));
      const [found] = await verifyFolder(folder, undefined);
      expect(found!.deviations.map(({ where, what }) => `${where}: ${what}`)).toEqual(
        expect.arrayContaining(
          [
            'orders.csv: SHA-256, by the manifest',
            'payments.csv: the file',
            './copy.csv: a file too many',
          ].map((text) => text.replace(/^(?!\.)/, './')),
        ),
      );
    });

    it('a folder that is not there, or has nothing to verify it by', async () => {
      const folder = temporaryFolder();
      await expect(verifyFolder(join(folder, 'no'), undefined)).rejects.toMatchObject({
        code: 'SOURCE_NOT_FOUND',
      });
      writeFileSync(join(folder, 'a.csv'), 'x');
      await expect(verifyFolder(folder, undefined)).rejects.toMatchObject({
        code: 'SOURCE_NOT_FOUND',
        detail: { expected: expect.stringContaining('SHA256SUMS or manifest.json') },
      });
    });

    it('a key that is none', async () => {
      const path = join(temporaryFolder(), 'key.pub');
      writeFileSync(path, `${publicKeyText(key)} recon\n`);
      expect(await readVerifyingKey(path)).toEqual(key);
      expect(await readVerifyingKey(publicKeyText(key))).toEqual(key);
      await expect(readVerifyingKey(`${path}2`)).rejects.toMatchObject({ code: 'KEY_INVALID' });
      writeFileSync(path, 'ssh-rsa AAAA\n');
      await expect(readVerifyingKey(path)).rejects.toMatchObject({ code: 'KEY_INVALID' });
    });
  });
});
