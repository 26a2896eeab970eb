/** Files and folders that somebody changed after they were published: each change is named to the byte. */
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { DATE } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Books, booksToVerify, change, states } from './books-to-verify.ts';
import { TAMPERINGS } from './tamperings.ts';

const BR = `${DATE}/BR`;
const UNCHANGED_STORE = [expect.stringContaining('are changes in the folder')];

onEngines('verify names', (engine) => {
  let books: Books;
  beforeAll(async () => {
    books = await booksToVerify(engine);
  });

  /** The published folder again, whose files have no bytes in common. */
  const copied = () => {
    const out = join(temporaryFolder(), 'reports');
    cpSync(books.out, out, { recursive: true, verbatimSymlinks: true });
    return out;
  };

  it.each(TAMPERINGS)('$about', async ({ tamper, told, count, remark }) => {
    const out = copied();
    tamper(join(out, BR));
    const results = await books.look({ out });
    const deviations = deviationsOf(results);
    for (const part of told) expect(deviations).toContainEqual(expect.objectContaining(part));
    if (count !== undefined) expect(deviations).toHaveLength(count);
    const remarks = results.flatMap((result) => (result.state === 'changed' ? result.remarks : []));
    if (remark !== undefined) expect(remarks).toEqual([expect.stringContaining(remark)]);
    else if (remarks.length > 0) expect(remarks).toEqual(UNCHANGED_STORE);
    expect(states(results)).toMatchObject({ [`${DATE} EG v1`]: 'ok', books: 'ok', 'audit trail': 'ok' });
  });

  it('the place of a byte in a file, whichever byte it is', async () => {
    const out = copied();
    const path = join(out, BR, 'v2/orders.csv');
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += 97) {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at]! ^ 1;
      writeFileSync(path, changed);
      const line = bytes.subarray(0, at).toString('latin1').split('\n').length;
      expect(await books.deviations({ out, region: 'BR', version: 2 })).toContainEqual(
        expect.objectContaining({ where: `${BR}/v2/orders.csv`, byte: at, line }),
      );
    }
  });

  it('a change of a file that two versions share in both', async () => {
    const { out, deviations } = await booksToVerify(engine);
    const [first, second] = ['v1', 'v2'].map((version) => join(out, BR, version, 'rejected-records.csv'));
    expect(statSync(first!).ino).toBe(statSync(second!).ino);
    change(first!, 'not_json', 'not_jsom');
    const places = (await deviations()).map(({ where }) => where);
    expect(new Set(places)).toEqual(
      new Set([`${BR}/v1/rejected-records.csv`, `${BR}/v2/rejected-records.csv`]),
    );
  });
});
