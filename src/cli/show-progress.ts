import { type Progress, SILENT } from '../progress.ts';
import { counted, grouped, plain } from '../terminal-text.ts';

/** A line that is updated more often cannot be read. */
const LEAST_MILLISECONDS = 100;
const CLEAR_LINE = '\r\u001b[K';

/**
 * Shows progress on standard error: one updated line on a terminal; elsewhere, for example in the log of a nightly job,
 * one line for each finished step of several. Names of files and sources in it are made safe for a terminal here.
 * @param silent shows nothing; for --json
 */
export function showProgress({ silent = false }: { readonly silent?: boolean | undefined } = {}): Progress {
  const shown = silent ? SILENT : process.stderr.isTTY ? movingLine() : plainLines();
  return {
    ...shown,
    begin: (label, ...rest) => shown.begin(plain(label), ...rest),
    done: (step) => {
      const line = plain(step);
      finished.push(line);
      shown.done(line);
    },
  };
}

/** The finished steps of this process. Their results are stored even if the process is interrupted. */
const finished: string[] = [];
const MOST_SHOWN = 5;

/** The steps that an interrupted command has stored, at most the last few; empty if no step was finished. */
export function keptSteps(): string[] {
  const shown = finished.slice(-MOST_SHOWN);
  const before = finished.length - shown.length;
  return before > 0 ? [`${counted(before, 'step')} before these`, ...shown] : shown;
}

function movingLine(): Progress {
  let stretch: Stretch | undefined;
  let shownAt = 0;
  const show = () => {
    if (stretch === undefined) return;
    shownAt = performance.now();
    const width = process.stderr.columns || 80;
    process.stderr.write(CLEAR_LINE + progressText(stretch, shownAt).slice(0, width - 1));
  };
  return {
    begin: (label, total, unit) => {
      stretch = { label, total, unit, done: 0, startedAt: performance.now() };
      show();
    },
    advance: (amount) => {
      if (stretch === undefined) return;
      stretch.done += amount;
      if (stretch.done === stretch.total || performance.now() - shownAt >= LEAST_MILLISECONDS) show();
    },
    done: () => undefined,
    end: () => {
      if (stretch !== undefined) process.stderr.write(CLEAR_LINE);
      stretch = undefined;
    },
  };
}

function plainLines(): Progress {
  let several = false;
  return {
    ...SILENT,
    begin: (_label, _total, _unit, steps = 0) => {
      several = steps > 1;
    },
    done: (step) => {
      // The result of a single step is the result of the command, so it is not printed here.
      if (several) process.stderr.write(`${step}\n`);
    },
  };
}

interface Stretch {
  readonly label: string;
  readonly total: number | undefined;
  readonly unit: string;
  done: number;
  readonly startedAt: number;
}

/** `Publishing: 12 of 30 dates (40 %), 2.4 dates/s, 8 s left`. */
function progressText({ label, total, unit, done, startedAt }: Stretch, at: number): string {
  const seconds = (at - startedAt) / 1000;
  const parts: string[] = [];
  if (total !== undefined) {
    const share = total === 0 ? 100 : Math.floor((done / total) * 100);
    const soFar = unit === 'byte' ? quantity(done, unit) : grouped(done);
    parts.push(`${soFar} of ${quantity(total, unit)} (${share} %)`);
  } else if (done > 0) parts.push(quantity(done, unit));
  if (done > 0 && seconds > 0) {
    parts.push(`${quantity(done / seconds, unit)}/s`);
    if (total !== undefined) parts.push(`${duration((seconds / done) * (total - done))} left`);
  }
  return parts.length === 0 ? `${label} …` : `${label}: ${parts.join(', ')}`;
}

function quantity(amount: number, unit: string): string {
  if (unit === 'byte') return `${grouped((amount / 1_000_000).toFixed(1))} MB`;
  if (Number.isInteger(amount)) return counted(amount, unit);
  return `${amount < 10 ? amount.toFixed(1) : grouped(Math.round(amount))} ${unit}s`;
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
