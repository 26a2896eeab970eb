import { dirname, isAbsolute, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Argv } from 'yargs';
import { now } from '../../clock.ts';
import { packageRoot } from '../../database/package-root.ts';
import { Fault } from '../../errors.ts';
import { absentText } from '../../ingest/absent-text.ts';
import { proposeAbsent } from '../../ingest/propose/propose-absent.ts';
import { proposalText, proposeStatement } from '../../ingest/propose/propose-statement.ts';
import { tallyFields } from '../../ingest/propose/tally-fields.ts';
import { formOf } from '../../settings/form.ts';
import { parseSettings, SETTINGS_FILE } from '../../settings/load-settings.ts';
import { type Settings, settingsSchema } from '../../settings/schema.ts';
import { settingsYaml } from '../../settings/template.ts';
import { quoted, textTable } from '../../terminal-text.ts';
import { absolute, settingsOf } from '../context.ts';
import { readDatabaseChoice } from '../database-choice.ts';
import { print, printJson } from '../print.ts';
import type { Example } from '../usage.ts';
import { writeSettingsFile } from '../write-settings-file.ts';
import { checkSetUp, type SetUpCheck } from './init-checks.ts';
import { NIGHT_OPTIONS, nightSettings, withNightOptions } from './init-choices.ts';

export const examples: readonly Example[] = [
  ['$0 init', 'the embedded database, to try it out'],
  ['$0 init --database env --folder /var/log/payin --out /srv/reports', 'the database of DATABASE_URL'],
  ['$0 init --statement extrato.csv', 'proposes how to read a statement of the provider'],
  ['$0 init --database file:/run/secrets/payin-recon-url', 'its address from a file'],
  [
    '$0 init --mail cfo@shop.example --mail-from recon@shop.example --mail-server file:smtp-url',
    'nights whose result is sent by mail',
  ],
];

export function builder(yargs: Argv) {
  return withNightOptions(yargs)
    .option('database', {
      type: 'string',
      requiresArg: true,
      describe:
        'embedded, env (DATABASE_URL), file:PATH, command:PROGRAM, or a URL without password (default: embedded)',
    })
    .option('out', { type: 'string', requiresArg: true, describe: 'Folder of reports' })
    .option('folder', {
      type: 'string',
      array: true,
      requiresArg: true,
      describe: 'Folder or pattern of logs that the jobs read; several times for several',
    })
    .option('statement', {
      type: 'string',
      requiresArg: true,
      describe: 'Propose an entry of map for this file of a provider (CSV or workbook), and write nothing',
    })
    .option('force', { type: 'boolean', describe: 'Replace an existing settings file' })
    .conflicts('statement', ['database', 'out', 'folder', 'force', ...NIGHT_OPTIONS]);
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Omit<Parameters<typeof settingsOf>[0], 'out'>;

export async function handler(options: Options): Promise<void> {
  if (options.databaseUrl !== undefined) {
    throw new Fault('USAGE', { where: 'payin-recon init', found: '--database-url', expected: '--database' });
  }
  if (options.statement !== undefined)
    return propose(options.statement, settingsOf(options), options.json === true);
  const database = readDatabaseChoice(options.database ?? 'embedded');
  const file = options.config ?? SETTINGS_FILE;
  const chosen = {
    ...(options.data === undefined ? {} : { data: options.data }),
    ...(options.out === undefined ? {} : { out: options.out }),
    ...database,
    ...(options.folder === undefined ? {} : { ingest: { folders: options.folder } }),
    ...nightSettings(options),
  };
  // Validate the settings before anything is written.
  parseSettings(chosen, 'payin-recon init');
  const path = absolute(file);
  const content = settingsYaml(formOf(settingsSchema), { chosen, withDefaults: false });
  writeSettingsFile(file, `${headOf(path)}${content}`, options.force === true);
  if (options.json !== true) print(`Wrote ${file}`);
  const settings = settingsOf({ config: file });
  const checks = await checkSetUp(settings, options.database === 'env');
  const absent = proposeAbsent(await tallyFields(settings, now()), settings);
  if (options.json === true)
    printJson({
      file,
      checks: checks.map(({ what, told, fault }) => ({ what, told, ok: fault === undefined })),
      absent,
    });
  else print([checksText(checks), ...absentText(absent), '', nextText(options)].join('\n'));
  const failed = checks.find(({ fault }) => fault !== undefined);
  if (failed?.fault !== undefined) throw failed.fault;
}

async function propose(file: string, settings: Settings, asJson: boolean): Promise<void> {
  const proposal = await proposeStatement(absolute(file), settings);
  if (asJson) printJson(proposal);
  else print(proposalText({ ...proposal, file }));
}

/** The first lines of the settings file. The first one names the JSON schema for editors. */
function headOf(path: string): string {
  const schema = join(packageRoot, 'payin-recon.schema.json');
  const from = relative(dirname(path), schema);
  const isBelow = !from.startsWith('..') && !isAbsolute(from);
  return `# yaml-language-server: $schema=${isBelow ? encodeURI(from) : pathToFileURL(schema).href}
# Settings of payin-recon. A line such as "# graceSeconds: 900" shows a default. To change it, remove its "# " and the
# "# " of the group above it. Each setting is also a variable, such as PAYIN_RECON_GRACE_SECONDS. If DATABASE_URL is
# set, it is the database.

`;
}

function checksText(checks: readonly SetUpCheck[]): string {
  const rows = checks.map(({ what, told, fault }) => [
    `  ${what}`,
    fault === undefined ? 'ok' : 'NOT OK',
    told,
  ]);
  return textTable(['', '', ''], rows, []).split('\n').slice(1).join('\n');
}

function nextText({ config, folder, source }: Pick<Options, 'config' | 'folder' | 'source'>): string {
  const option = config === undefined ? '' : ` --config ${quoted(config)}`;
  const rows =
    (folder ?? source) === undefined
      ? [[`  payin-recon reconcile${option} --date yyyy-MM-dd --in LOGS`, 'read logs and reconcile a date']]
      : [
          [
            `  payin-recon job run nightly${option}`,
            "read the folders and reconcile every region's yesterday",
          ],
          [`  payin-recon schedule${option}`, 'the same every night'],
        ];
  return `Next${textTable(['', ''], rows, [])}`;
}
