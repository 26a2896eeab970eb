import type { Report, ReportRow, ReportScope } from '../../reports/report.ts';
import { cursorRows, type Session } from '../database/store.ts';
import { plainText } from './csv/cell.ts';

/** Selected rows in a block, of which each is unfolded into several, or none. Blocks of short-lived rows stay small. */
const UNFOLDED = 500;

/**
 * A report's rows for one scope, in blocks, in constant memory. Call it within a transaction. The server makes the next block
 * while the caller works on one.
 */
export async function* reportRowBlocks(
  session: Session,
  report: Report,
  scope: ReportScope,
): AsyncGenerator<readonly ReportRow[]> {
  const query = report.select(session.db, scope).compile();
  const { unfold } = report;
  const selected = cursorRows<ReportRow>(session, query, unfold === undefined ? undefined : UNFOLDED);
  for await (const rows of readAhead(selected)) {
    yield unfold === undefined ? rows : rows.flatMap((row) => unfold(row, scope, plainText));
  }
}

/** Blocks, the next of which is asked for before one is given. Throws what asking for them throws. */
async function* readAhead<T>(blocks: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = blocks.next();
  try {
    for (;;) {
      const block = await next;
      if (block.done === true) return;
      next = blocks.next();
      // Who asks for the next block gets its error.
      next.catch(() => undefined);
      yield block.value;
    }
  } finally {
    await blocks.return(undefined);
  }
}
