import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { EXIT, FAULTS, Fault, type FaultCode, withoutPasswords } from '../errors.ts';
import { FAULTS_OF_PAGES, faultText } from '../texts/page/fault-texts.ts';
import { PROBLEM_TEXTS, type ProblemKind } from '../texts/page/problem-texts.ts';
import { ownAddress } from './addresses.ts';
import { htmlPage } from './html-page.ts';
import { EnglishLine } from './parts/english-line.tsx';
import { Frame } from './parts/frame.tsx';
import { Say } from './parts/say.tsx';
import type { Visit } from './visit.ts';

/** An answer that is no page, thrown from anywhere below a route. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  /** What is wrong with this request in particular. */
  readonly found: string | undefined;

  constructor(kind: ProblemKind, found?: string) {
    super(found ?? kind);
    this.kind = kind;
    this.found = found;
  }
}

const STATUS: Readonly<Record<ProblemKind, ContentfulStatusCode>> = {
  notFound: 404,
  forbidden: 403,
  formStale: 403,
  foreignRequest: 403,
  tooLarge: 413,
  signInNeeded: 401,
  busy: 503,
  unavailable: 503,
  invalid: 400,
  notInForm: 422,
  failed: 500,
};

/** Seconds after which a page that may come back loads itself again. */
const AGAIN_SECONDS = 5;

/** Kinds of faults that are no failure of the program. */
const KINDS: Partial<Readonly<Record<FaultCode, ProblemKind>>> = {
  STORE_LOCKED: 'busy',
  DATABASE_UNREACHABLE: 'unavailable',
  NOTHING_REPORTED: 'notFound',
  ORDER_UNKNOWN: 'notFound',
  VERSION_PURGED: 'notFound',
  WORKBOOK_LIMIT: 'notInForm',
  PARQUET_LIMIT: 'notInForm',
};

/** The answer to a request that failed. The text of errors that are not ours is never shown. */
export function problemAnswer(visit: Visit, error: unknown): Response | Promise<Response> {
  const fault = error instanceof Fault ? error : undefined;
  const kind = kindOf(error);
  const { context, language } = visit;
  const status = STATUS[kind];
  const mayComeBack = status === 503;
  const texts = PROBLEM_TEXTS[language];
  const { title, remedy } = texts[kind];
  const lines = fault === undefined ? foundBy(error) : linesOf(visit, fault, kind);
  // The same address gives the same answer where the request itself is wrong.
  const mayHelp = isRead(visit) && status >= 500;
  const isRemedied = (kind === 'invalid' || kind === 'notInForm') && lines.length > 1;
  if (mayComeBack) context.header('Retry-After', String(AGAIN_SECONDS));
  if (!wantsHtml(visit))
    return context.text(
      [title, ...lines.map(({ text }) => text), ...(isRemedied ? [] : [remedy]), ''].join('\n'),
      status,
    );
  // What a form did not find is what the nearest page is about.
  const isAboveMissing = kind === 'notFound' && !isRead(visit);
  return htmlPage(
    context,
    <Frame
      visit={isAboveMissing ? { ...visit, openAt: visit.openAt.slice(1) } : visit}
      title={title}
      {...(mayComeBack && isRead(visit) ? { refreshSeconds: AGAIN_SECONDS } : {})}
    >
      <div class="notice warn" role="alert">
        {lines.map(({ text, isEnglish }) =>
          isEnglish ? <EnglishLine text={text} /> : <p dir="auto">{text}</p>,
        )}
        {isRemedied ? null : <p>{remedy}</p>}
        {fault === undefined ? null : (
          <p class="dim">
            <Say phrase={texts.code(fault.code)} />
          </p>
        )}
      </div>
      <p>
        <a class="button" href={mayHelp ? ownAddress(`${visit.url.pathname}${visit.url.search}`) : '/'}>
          {mayHelp ? texts.again : texts.back}
        </a>
      </p>
    </Frame>,
    status,
  );
}

/** Whether a request failed by what was asked or sent, and not by the program or what it needs. */
export function isMistake(error: unknown): boolean {
  return STATUS[kindOf(error)] < 500;
}

function kindOf(error: unknown): ProblemKind {
  if (error instanceof Problem) return error.kind;
  if (!(error instanceof Fault)) return 'failed';
  return KINDS[error.code] ?? (FAULTS[error.code].exitCode === EXIT.usage ? 'invalid' : 'failed');
}

interface Line {
  readonly text: string;
  /** Whether it is in English on a page of any language. */
  readonly isEnglish: boolean;
}

function foundBy(error: unknown): Line[] {
  return error instanceof Problem && error.found !== undefined
    ? [{ text: error.found, isEnglish: false }]
    : [];
}

/**
 * Whether a fault is about what was asked for: a mistake, or one that pages have words for. The details of all others are for the
 * log of the machine: the address of its database, its folders and secrets.
 */
function isOfRequest(code: FaultCode, kind: ProblemKind): boolean {
  if (kind === 'unavailable' || kind === 'busy') return false;
  return FAULTS[code].exitCode === EXIT.usage || FAULTS_OF_PAGES.some((one) => one === code);
}

/**
 * A fault in its own words; one of the machine only as such. Title and remedy are in the page's language where they
 * are translated; what is found and expected is in English, as on the command line.
 */
function linesOf({ language }: Visit, { code, detail }: Fault, kind: ProblemKind): Line[] {
  if (!isOfRequest(code, kind)) return [];
  const { where, found, expected } = detail;
  const named = [
    ...[found ?? []].flat().map((text) => `found: ${text}`),
    ...[expected ?? []].flat().map((text) => `expected: ${text}`),
  ];
  const english = (texts: readonly string[]) =>
    texts.map((text) => ({ text: withoutPasswords(text), isEnglish: true }));
  const known = faultText(language, code);
  if (known === undefined) {
    const { title, remedy } = FAULTS[code];
    const head = `${title}${where === undefined ? '' : `: ${where}`}`;
    return english([head, ...named, detail.remedy ?? remedy]);
  }
  return [
    { text: known.title, isEnglish: false },
    ...english([where === undefined ? [] : `where: ${where}`, named, detail.remedy ?? []].flat()),
    { text: known.remedy, isEnglish: false },
  ];
}

function wantsHtml({ context }: Visit): boolean {
  return /text\/html|^$/.test(context.req.header('Accept') ?? '');
}

function isRead({ context }: Visit): boolean {
  return context.req.method === 'GET';
}
