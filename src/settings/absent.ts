import { isAt, MANDATORY_RULE, mandatoryFieldsAt } from '../contract/mandatory-fields.ts';
import { PATH_NAMES, recordPath } from '../contract/record-paths.ts';
import { name } from './value-kinds.ts';

const EXPECTED = 'a path of a record, such as request.body.payer';

/** Path of a field in a record; for callbacks also without `body.`. */
export const absentPath = name
  .refine((text) => recordPath(text) !== undefined, { error: EXPECTED, params: { known: () => PATH_NAMES } })
  .meta({ expected: EXPECTED, examples: ['request.body.payer', 'response'] });

/** A record without any of these has no usable response. */
const RESPONSES = ['response', 'response.body', 'response.body.code'];

/** Settings for fields that are never logged. */
export interface AbsentSettings {
  readonly absent: readonly string[];
  readonly responses: 'kept' | 'absent';
}

/** Fields that the logs never contain, by the interface's dot paths. */
export function absentPaths({ absent, responses }: AbsentSettings): readonly string[] {
  const paths = absent.map((path) => recordPath(path)!.join('.'));
  return responses === 'absent' ? [...new Set([...paths, 'response'])] : paths;
}

/** Whether the logs have no usable responses. */
export function keepsNoResponses(settings: AbsentSettings): boolean {
  return absentPaths(settings).some((path) => RESPONSES.includes(path));
}

/** Whether a violation only means that the field is never logged. */
export function isOfAbsent(
  { field, rule }: { field: string; rule: string },
  settings: AbsentSettings,
): boolean {
  return rule === MANDATORY_RULE && isAt(field, absentPaths(settings));
}

/** The same as SQL parameters: the rule, and every field for which it is not a violation. */
export function absentParameters(settings: AbsentSettings) {
  return {
    mandatory_rule: MANDATORY_RULE,
    absent_fields: [...mandatoryFieldsAt(absentPaths(settings))],
  };
}
