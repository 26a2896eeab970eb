/** What an answer says of a fault: details of what was asked, and none of the machine that answers. */
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { EXIT, FAULTS, Fault, type FaultCode } from '../../src/errors.ts';
import { formatsOf } from '../../src/texts/formats.ts';
import { problemAnswer } from '../../src/web/problem.tsx';
import type { PageContext, Visit } from '../../src/web/visit.ts';
import { SETTINGS } from '../export/books.ts';

const CODES = Object.keys(FAULTS) as FaultCode[];
const LANGUAGES = ['en', 'pt', 'ar'] as const;

/** Failures that are of a published file or its form, which the reader of a page has asked for. */
const OF_FILES: readonly FaultCode[] = ['FILE_CHANGED', 'WORKBOOK_LIMIT', 'PARQUET_LIMIT'];

/** What the form that was asked for cannot hold: another form can, and the same one never does. */
const NOT_IN_FORM: readonly FaultCode[] = ['WORKBOOK_LIMIT', 'PARQUET_LIMIT'];

/** Mistakes that pages answer as what is not there. */
const NOT_THERE: readonly FaultCode[] = ['NOTHING_REPORTED', 'ORDER_UNKNOWN', 'VERSION_PURGED'];

const DETAIL = {
  where: 'one.internal:5432/recon',
  found: ['two.internal', '/srv/three.internal'],
  expected: 'four.internal',
  remedy: 'five.internal',
};
const PARTS = ['one', 'two', 'three', 'four', 'five'].map((name) => `${name}.internal`);

/** The answer to somebody who has not signed in. */
async function answerTo(fault: Fault, language: Visit['language'], accept: string): Promise<Response> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const visitOf = (context: PageContext) =>
    ({
      ...{ context, language, formats: formatsOf(language), settings: SETTINGS, account: undefined },
      ...{ url: new URL(context.req.url), openAt: ['/sign-in'] },
    }) as unknown as Visit;
  app.onError((error, context) => problemAnswer(visitOf(context), error));
  app.post('/sign-in', () => {
    throw fault;
  });
  return app.request('/sign-in', { method: 'POST', headers: { Accept: accept } });
}

describe('the answer to a fault', () => {
  it.each(CODES)('%s says nothing of the machine, or was asked for', async (code) => {
    const isOfRequest = FAULTS[code].exitCode === EXIT.usage || OF_FILES.includes(code);
    for (const language of LANGUAGES) {
      for (const accept of ['text/html', '*/*']) {
        const answer = await answerTo(new Fault(code, DETAIL), language, accept);
        const text = await answer.text();
        const said = PARTS.filter((part) => text.includes(part));
        expect(said, `${language} ${accept}`).toEqual(isOfRequest ? PARTS : []);
        const isNotFound = NOT_THERE.includes(code);
        if (NOT_IN_FORM.includes(code)) expect(answer.status).toBe(422);
        else if (isOfRequest && !OF_FILES.includes(code)) expect(answer.status).toBe(isNotFound ? 404 : 400);
        else expect(answer.status).toBeGreaterThanOrEqual(500);
      }
    }
  });

  it.each(NOT_IN_FORM)('%s names CSV, and neither an option of a command nor another try', async (code) => {
    const again = { en: /again|operator/i, pt: /de novo|opera/, ar: /مرة أخرى|يدير/ };
    for (const language of LANGUAGES) {
      for (const accept of ['text/html', '*/*']) {
        const answer = await answerTo(new Fault(code, { found: 'too much' }), language, accept);
        const text = await answer.text();
        expect(text).toContain('CSV');
        expect(text).toContain('found: too much');
        expect(text).not.toContain('--format');
        expect(text).not.toMatch(again[language]);
      }
    }
  });

  it('is of the database alone for every code that is about it', () => {
    const ofDatabase = CODES.filter((code) => /^(DATABASE|SCHEMA|STORE|FOLDER|SECRET)_/.test(code));
    expect(ofDatabase.length).toBeGreaterThan(10);
    expect(ofDatabase.filter((code) => FAULTS[code].exitCode === EXIT.usage)).toEqual([]);
  });
});
