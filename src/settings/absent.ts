import { isAt, MANDATORY_RULE, mandatoryFieldsAt } from '../contract/mandatory-fields.ts';
import { PATH_NAMES, recordPath } from '../contract/record-paths.ts';
import { name } from './value-kinds.ts';

const EXPECTED = 'a path of a record, such as request.body.payer';

/** A field of a record by its path; of a callback also without `body.`. */
export const absentPath = name
  .refine((text) => recordPath(text) !== undefined, { error: EXPECTED, params: { known: () => PATH_NAMES } })
  .meta({ expected: EXPECTED, examples: ['request.body.payer', 'response'] });

/** A record without one of these has no response that counts. */
const RESPONSES = ['response', 'response.body', 'response.body.code'];

/** The settings that say so. */
export interface AbsentSettings {
  readonly absent: readonly string[];
  readonly responses: 'kept' | 'absent';
}

/** What the store never keeps, by the interface's dot paths. */
export function absentPaths({ absent, responses }: AbsentSettings): readonly string[] {
  const paths = absent.map((path) => recordPath(path)!.join('.'));
  return responses === 'absent' ? [...new Set([...paths, 'response'])] : paths;
}

/** Whether the store keeps no response that counts. */
export function keepsNoResponses(settings: AbsentSettings): boolean {
  return absentPaths(settings).some((path) => RESPONSES.includes(path));
}

/** Whether a broken rule is only that the store never keeps the field. */
export function isOfAbsent(
  { field, rule }: { field: string; rule: string },
  settings: AbsentSettings,
): boolean {
  return rule === MANDATORY_RULE && isAt(field, absentPaths(settings));
}

/** The same as parameters of SQL: the rule, and every field of which it is not broken. */
export function absentParameters(settings: AbsentSettings) {
  return {
    mandatory_rule: MANDATORY_RULE,
    absent_fields: [...mandatoryFieldsAt(absentPaths(settings))],
  };
}
