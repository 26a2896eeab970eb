import { entryLine, flow } from '../../ingest/csv/unknown-columns.ts';
import { namedIssuer } from '../../normalise/issuer.ts';
import type { Settings } from '../../settings/schema.ts';
import { counted, grouped, plain, quoted, textTable } from '../../terminal-text.ts';
import type { Question, Reading } from './question.ts';

const TOPIC_TEXTS: Readonly<Record<Question['topic'], string>> = {
  amount_unit: 'unit of amounts',
  callback_offset: 'times of callbacks without an offset',
  statement_unit: 'unit of amounts',
  statement_zone: 'zone of times',
};

/** How well the readings agree with the evidence, as text. */
export function calibrateText(questions: readonly Question[], settings: Settings): string {
  return [...questions.map((one) => questionText(one, settings)), 'Nothing was changed.'].join('\n\n');
}

function questionText(question: Question, settings: Settings): string {
  const { region, table, topic, compared, alone, readings } = question;
  const more = alone === 0 ? '' : `, ${grouped(alone)} more with nothing to compare with`;
  const lines = [
    `${region}${ofTable(table, settings)}, ${TOPIC_TEXTS[topic]}: ${counted(compared, 'record')} compared${more}`,
  ];
  if (compared === 0) return lines.join('\n');
  lines.push(indented(readingsTable(readings)), `  ${verdictText(question)}`);
  const [best] = readings;
  if (question.verdict === 'other')
    lines.push(
      ...exampleLines(readings),
      ...(table === null ? settingLines(best!, region, settings) : tableLines(best!, table, settings)),
    );
  return lines.join('\n');
}

function ofTable(table: string | null, settings: Settings): string {
  if (table === null) return '';
  return hasTable(table, settings) ? `, statement ${plain(table)}` : ', statements of no table';
}

/** Whether the settings have it. Lines, and files that no entry of map names, have the name that an entry for them would have. */
function hasTable(table: string, settings: Settings): boolean {
  return namedIssuer(settings, table) !== undefined;
}

function readingsTable(readings: readonly Reading[]): string {
  const header = ['Reading', '', 'Agree', 'Disagree', 'Unreadable'];
  const rows = readings.map(({ name, isInUse, agree, disagree, unreadable }) => [
    name,
    isInUse ? 'in use' : '',
    grouped(agree),
    grouped(disagree),
    grouped(unreadable),
  ]);
  return textTable(header, rows, header.slice(2));
}

function verdictText({ verdict, readings }: Question): string {
  switch (verdict) {
    case 'other':
      return `${readings[0]!.name} agrees better than the settings.`;
    case 'undecided':
      return 'The records do not decide between these readings.';
    default:
      return readings[0]!.isInUse
        ? 'The settings agree best.'
        : 'No reading agrees clearly better than the settings.';
  }
}

/** A record that shows why the settings do not agree. */
function exampleLines(readings: readonly Reading[]): string[] {
  const example = readings.find(({ isInUse }) => isInUse)?.example;
  if (example === undefined || example === null) return [];
  const { orderNo, source, line, text, readAs, against } = example;
  const read = readAs === null ? 'cannot be read' : `reads as ${readAs}`;
  return [
    `  For example ${plain(orderNo)} (${plain(source)}:${line}): ${plain(text)} ${read}; ${plain(against)}`,
  ];
}

/** What to set in a statement's table. */
function tableLines({ settings }: Reading, table: string, inUse: Settings): string[] {
  const [change] = Object.entries(settings);
  if (change === undefined) return ['  No setting reads so.'];
  const [path, value] = change;
  const set = { [path.split('.').at(-1)!]: value };
  const where = path.startsWith('map.') ? `the table ${plain(table)} of map` : `the source ${plain(table)}`;
  return [
    ...(hasTable(table, inUse)
      ? [
          `  In ${where}: ${entryLine(set)}`,
          `  Try it first: payin-recon what-if --set ${quoted(`${path}=${value}`)} --date DATE`,
        ]
      : [
          '  These rows were lines, or in files that no entry of map names.',
          `  Add an entry for them to map: ${table}: ${flow({ kind: 'statement', ...set })}`,
          '  Then see what differs: payin-recon renormalise --dry-run',
        ]),
  ];
}

function settingLines({ settings }: Reading, region: string, inUse: Settings): string[] {
  const changes = Object.entries(settings);
  if (changes.length === 0) return ['  No setting reads so.'];
  const options = changes.map(([path, value]) => `--set ${path}=${value}`).join(' ');
  const entry = {
    ...inUse.regions.find(({ name }) => name === region),
    ...Object.fromEntries(changes.map(([path, value]) => [path.split('.').at(-1)!, value])),
  };
  return [
    `  In the list regions of the settings: - ${flow(entry)}`,
    ...(changes.some(([path]) => path.endsWith('.zone'))
      ? ['  The zone also decides the business dates of the region.']
      : []),
    `  Try it first: payin-recon what-if ${options} --date DATE`,
  ];
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}
