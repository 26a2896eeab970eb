import { isAt, mandatoryFields } from '../../contract/mandatory-fields.ts';
import { absentPaths } from '../../settings/absent.ts';
import { allRegions, type Settings } from '../../settings/schema.ts';
import type { FieldTally } from '../field-tally.ts';

/** Fewer messages do not show what a store keeps. */
const FEWEST = 3;

/**
 * Fields that identify or decide orders: where no record has one, the map is more likely wrong than the field never
 * kept.
 */
const JUDGED_BY = [
  ...['request.body.orderNo', 'request.body.merchant', 'request.body.money'],
  'response.body.code',
  ...['body.orderNo', 'body.merchantId', 'body.tradeNo', 'body.status', 'body.transactionTime', 'body.money'],
];

/**
 * Proposes paths for the setting absent: mandatory fields that none of the messages had, and the response where no
 * record had one. Leaves out what the settings name already.
 */
export function proposeAbsent(seen: FieldTally, settings: Settings): readonly string[] {
  const named = absentPaths(settings);
  const responses = seen.answered === 0 && seen.unanswered >= FEWEST ? ['response'] : [];
  const regions = allRegions(settings);
  const fields = new Set(regions.flatMap(({ variant }) => mandatoryFields(variant)));
  const absent = [...fields].filter((field) => {
    if (isAt(field, JUDGED_BY)) return false;
    const holders = regions.filter(({ variant }) => mandatoryFields(variant).includes(field));
    const message = messageOf(field);
    const sum = (counts: Readonly<Record<string, number>>, key: string) =>
      holders.reduce((total, { name }) => total + (counts[`${key} ${name}`] ?? 0), 0);
    const messages = sum(seen.messages, message);
    return messages >= FEWEST && sum(seen.missing, field) === messages;
  });
  return [...responses, ...absent].filter((path) => !isAt(path, named));
}

function messageOf(field: string): string {
  return field.startsWith('body.') ? 'callback' : field.slice(0, field.indexOf('.'));
}
