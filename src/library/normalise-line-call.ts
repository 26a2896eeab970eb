import { libraryCall } from '../caller.ts';
import { KIND_NAMES, type KindName } from '../contract/record-kinds.ts';
import { Fault } from '../errors.ts';
import { normaliseLine as normaliseLineOf } from '../normalise/normalise-line.ts';
import type { Normalised } from '../normalise/record.ts';
import { valueText } from '../settings/mistake.ts';
import { COMMON, checkArguments, oneOf } from './arguments.ts';
import { type CommonOptions, kindOf, settingsOf } from './options.ts';

/** Options of `normaliseLine`. */
export interface NormaliseLineOptions extends Pick<CommonOptions, 'settings'> {
  /** Kind of the record, if it cannot be detected. */
  readonly kind?: KindName | undefined;
}

const CALL = libraryCall('normaliseLine');

/**
 * Parses one line of a log. The result is a pay-in or callback record with money in minor units, instants and
 * violations of the interface's rules, or a rejection with its reason. No store is opened. The result contains no payer
 * data.
 * @throws Fault ARGUMENT_INVALID, SETTINGS_INVALID
 * @example normaliseLine('{"body":{"orderNo":"BR1","merchantId":"M1"}}') // { kind: 'rejected', rejection: … }
 */
export function normaliseLine(line: string, options: NormaliseLineOptions = {}): Normalised {
  if (typeof line !== 'string') {
    const found = valueText(line);
    throw new Fault(CALL.code, {
      where: 'normaliseLine(line)',
      found,
      expected: 'a line of a log, as a text',
    });
  }
  checkArguments(CALL, options, { settings: COMMON['settings']!, kind: oneOf(KIND_NAMES) });
  return normaliseLineOf(line, settingsOf(options), kindOf(options.kind));
}
