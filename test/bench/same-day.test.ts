import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DATE } from './days.ts';
import { checkSameDay } from './same-day.ts';

const FILES = {
  'daily-summary': 'merchant_id,orders\nM1,2\n',
  'payments-summary': 'merchant_id,payments\nM1,1\n',
  orders: 'order_no,outcome\nA1,MATCHED\nA2,STUCK\n',
  payments: 'order_no,paid_minor\nA1,100\n',
  findings: 'code,order_no\nSTUCK_PROCESSING,A2\n',
  'amount-mismatches': 'order_no\n',
  'orphan-callbacks': 'order_no,line\n',
  'stuck-orders': 'order_no\nA2\n',
};

/** A folder of reports by the program, which ends lines by CRLF, and one by the ruler with some other files. */
function days(other: Partial<typeof FILES>): { ours: string; theirs: string } {
  const root = mkdtempSync(join(tmpdir(), 'payin-recon-same-day-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const ours = join(root, 'program');
  const theirs = join(root, 'ruler', 'BR', 'v1');
  for (const folder of [join(ours, DATE, 'BR', 'latest'), theirs]) mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(join(ours, DATE, 'BR', 'latest', `${name}.csv`), text.replaceAll('\n', '\r\n'));
    writeFileSync(join(theirs, `${name}.csv`), other[name as keyof typeof FILES] ?? text);
  }
  return { ours, theirs };
}

it('finds a day the same that differs only in ends of lines', async () => {
  const { ours, theirs } = days({});
  await expect(checkSameDay(ours, [theirs])).resolves.toBeUndefined();
});

it('names the first line that differs', async () => {
  const { ours, theirs } = days({ orders: 'order_no,outcome\nA1,MATCHED\nA2,PENDING\n' });
  await expect(checkSameDay(ours, [theirs])).rejects.toThrow(
    'BR: orders.csv line 3: A2,STUCK by the program, A2,PENDING by the ruler',
  );
});

it('names a line that only one has', async () => {
  const short = days({ payments: 'order_no,paid_minor\n' });
  await expect(checkSameDay(short.ours, [short.theirs])).rejects.toThrow(
    'BR: payments.csv line 2: A1,100 by the program, none by the ruler',
  );
  const long = days({ payments: 'order_no,paid_minor\nA1,100\nA3,1\n' });
  await expect(checkSameDay(long.ours, [long.theirs])).rejects.toThrow(
    'BR: payments.csv has 2 lines by the program, more by the ruler',
  );
});

it('compares findings by code, and the number of rows of other files', async () => {
  const findings = days({ findings: 'code,order_no\nNO_RESPONSE,A2\n' });
  await expect(checkSameDay(findings.ours, [findings.theirs])).rejects.toThrow(
    'NO_RESPONSE in findings.csv: 0 by the program, 1 by the ruler; STUCK_PROCESSING in findings.csv: 1 by the program, 0 by the ruler',
  );
  const stuck = days({ 'stuck-orders': 'order_no\n' });
  await expect(checkSameDay(stuck.ours, [stuck.theirs])).rejects.toThrow(
    'rows in stuck-orders.csv: 2 by the program, 1 by the ruler',
  );
});

it('is not satisfied with nothing', async () => {
  await expect(checkSameDay('reports', [])).rejects.toThrow('The ruler wrote no files');
});
