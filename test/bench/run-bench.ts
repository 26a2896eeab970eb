import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from '../support/postgres-server.ts';
import { buildProgram } from './build-program.ts';
import type { Contest } from './contest.ts';
import { dayRound } from './day-round.ts';
import { embeddedRound } from './embedded.ts';
import { endpoints, type Load } from './endpoints.ts';
import { type Figures, figuresOf, type Measured } from './figures.ts';
import { history } from './history.ts';
import { hourlyRound } from './hourly.ts';
import type { Options } from './options.ts';
import { type Look, page } from './page.ts';
import type { Downloaded } from './page-downloads.ts';
import { sizeRound } from './size.ts';
import { statementsRound } from './statements.ts';
import { week } from './week.ts';

export interface BenchResult {
  readonly figures: readonly Figures[];
  /** What the figures are medians of. */
  readonly measured: readonly Measured[];
  /** Outcomes that differ between the program and DuckDB's script in the last round; empty unless late was measured. */
  readonly differences: readonly string[];
  /** Answers of the page; empty unless it was measured. */
  readonly looks: readonly Look[];
  readonly downloads: readonly Downloaded[];
  /** How endpoints answered; empty unless they were measured. */
  readonly loads: readonly Load[];
}

/**
 * Compiles the program and runs all rounds of the requested scenarios.
 * @param data folder of simulated days, kept between benchmarks
 * @throws Error if a process fails, or if the results of contestants differ
 */
export async function runBench(
  server: Pick<Server, 'url'>,
  data: string,
  options: Options,
): Promise<BenchResult> {
  process.env['BENCH_PROGRAM'] = buildProgram();
  const work = mkdtempSync(join(tmpdir(), 'payin-recon-bench-'));
  const measured: Measured[] = [];
  const looks: Look[] = [];
  const downloads: Downloaded[] = [];
  const loads: Load[] = [];
  let differences: readonly string[] = [];
  let folders = 0;
  const contest: Contest = {
    server,
    options,
    data,
    folder: (name) => {
      folders += 1;
      const folder = join(work, `${folders}-${name}`);
      mkdirSync(folder);
      return folder;
    },
    note: (more) => measured.push(...more),
    differ: (lines) => {
      differences = lines;
    },
    look: (more) => looks.push(...more),
    downloaded: (download) => downloads.push(download),
    load: (more) => loads.push(more),
  };
  mkdirSync(data, { recursive: true });
  try {
    await runScenarios(contest);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return { figures: figuresOf(measured), measured, differences, looks, downloads, loads };
}

async function runScenarios(contest: Contest): Promise<void> {
  const { only, rounds, largeRounds, orders, largeOrders } = contest.options;
  const withDay = only.some((scenario) => ['cold', 'night', 'late'].includes(scenario));
  for (let round = 0; round < rounds; round += 1) {
    if (withDay) await dayRound(contest, round);
    if (only.includes('hourly')) await hourlyRound(contest, round);
    if (only.includes('statements')) await statementsRound(contest, round);
    if (only.includes('embedded')) await embeddedRound(contest, round);
    if (only.includes('endpoints')) await endpoints(contest, round);
  }
  if (only.includes('size')) {
    for (let round = 0; round < largeRounds; round += 1) {
      if (!withDay) await sizeRound(contest, round, orders);
      await sizeRound(contest, round, largeOrders);
    }
  }
  if (only.includes('history')) await history(contest);
  if (only.includes('week')) await week(contest);
  if (only.includes('page')) await page(contest);
}
