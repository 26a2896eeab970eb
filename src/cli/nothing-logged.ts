import type { Argv } from 'yargs';
import { regionOfSettings } from '../books/run/chosen-regions.ts';
import { checkPassed, readInstant } from '../books/run/given-instants.ts';
import { commandLine } from '../caller.ts';
import { KIND_NAMES, type KindName, recordKind } from '../contract/record-kinds.ts';
import { declareNothingLogged, type NothingLogged } from '../coverage/declare-nothing-logged.ts';
import { COVERED_KINDS, type CoveredKind } from '../coverage/find-gaps.ts';
import { Fault } from '../errors.ts';
import { formatInstant, isoSeconds, secondsBetween } from '../normalise/instant.ts';
import { regionFolder } from '../settings/region-folder.ts';
import type { Settings } from '../settings/schema.ts';
import { readReason } from './commands/close-command.ts';
import { deciderOf, inTurn } from './commands/findings/decider.ts';
import { withStore } from './context.ts';
import { print, printJson } from './print.ts';

/** Declares the options by which people say that there was nothing to log. */
export function withNothingLogged<T>(yargs: Argv<T>) {
  return yargs
    .option('nothing-logged', {
      type: 'string',
      requiresArg: true,
      describe:
        'Declare that there was nothing to log in a stretch: FROM..TO; with --kind, --region and --reason',
    })
    .option('take-back', {
      type: 'boolean',
      describe: 'Take a wrong --nothing-logged back; its stretch, kind and region as they were declared',
    })
    .option('region', {
      type: 'string',
      requiresArg: true,
      describe: 'Region of the stretch of --nothing-logged',
    })
    .option('reason', { type: 'string', requiresArg: true, describe: 'Why, for the audit trail' })
    .option('by', {
      type: 'string',
      requiresArg: true,
      describe: 'Who declares it, for the audit trail (default: the user of this machine)',
    })
    .implies(
      Object.fromEntries(['take-back', 'region', 'reason', 'by'].map((name) => [name, 'nothing-logged'])),
    );
}

interface Options {
  readonly nothingLogged?: string | undefined;
  readonly takeBack?: boolean | undefined;
  readonly kind?: KindName | undefined;
  readonly region?: string | undefined;
  readonly reason?: string | undefined;
  readonly by?: string | undefined;
  readonly json?: unknown;
}

/**
 * Reads the declaration of the options and keeps it, or takes it back.
 * @throws Fault USAGE, INSTANT_INVALID, STORE_LOCKED
 */
export async function keepNothingLogged(settings: Settings, text: string, options: Options): Promise<void> {
  const { at, who } = deciderOf(options);
  const declared: NothingLogged = {
    ...readStretch(text, settings, at),
    kind: coveredKind(options.kind),
    region: readRegion(settings, options),
    reason: readReason(options.reason),
    ...{ who, at, isTakenBack: options.takeBack === true },
  };
  const entry = await withStore(settings, (store) =>
    inTurn(store, () => declareNothingLogged(store, declared)),
  );
  const { region, reason } = declared;
  const [from, to] = [declared.from, declared.to].map((one) => isoSeconds(formatInstant(one)));
  const kind = options.kind!;
  const takenBack = declared.isTakenBack === true ? { taken_back: true } : {};
  if (options.json === true)
    printJson({ entry, region: regionFolder(region), kind, from, to, reason, ...takenBack });
  else {
    const what = declared.isTakenBack === true ? 'it is not declared any more that no' : 'no';
    print(
      `Entry ${entry} of the audit trail: ${what} ${kind} of ${regionFolder(region)} were to be logged from ${from} to ${to}. Reconcile the date again.`,
    );
  }
}

/** Bank rows have no coverage. */
function coveredKind(name: KindName | undefined): CoveredKind {
  const kind = recordKind(name);
  const known = COVERED_KINDS.find((one) => one === kind);
  if (known !== undefined) return known;
  throw new Fault('USAGE', {
    where: '--kind',
    found: name ?? 'not given',
    expected: KIND_NAMES.filter((one) => COVERED_KINDS.some((kind) => kind === recordKind(one))).join(', '),
  });
}

/** A stretch as it is written. */
const STRETCH = '2026-11-19T13:00:00-03:00..2026-11-19T17:00:00-03:00';

function readMoment(text: string) {
  try {
    return readInstant('--nothing-logged', text);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const remedy = `Give both moments with date, time and offset: ${STRETCH}.`;
    throw new Fault(error.code, { ...error.detail, remedy });
  }
}

function readStretch(text: string, settings: Settings, at: NothingLogged['at']) {
  const parts = text.split('..');
  if (parts.length !== 2) {
    throw new Fault('USAGE', {
      where: '--nothing-logged',
      found: text,
      expected: `two moments: ${STRETCH}`,
    });
  }
  const [from, to] = parts.map((part) => readMoment(part.trim())) as [typeof at, typeof at];
  if (secondsBetween(from, to) <= 0) {
    throw new Fault('USAGE', {
      where: '--nothing-logged',
      found: text,
      expected: 'an end after its beginning',
    });
  }
  return { from, to: checkPassed('nothingLogged', to, commandLine('ingest'), { at, settings }) };
}

function readRegion(settings: Settings, { region, kind }: Options): string {
  const missing = region === undefined ? '--region' : kind === undefined ? '--kind' : undefined;
  if (missing !== undefined) {
    throw new Fault('USAGE', {
      where: missing,
      found: 'not given',
      expected: 'the region and the kind of record of which there was nothing',
    });
  }
  return regionOfSettings(settings, region!);
}
