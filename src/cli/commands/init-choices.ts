import type { Argv } from 'yargs';
import { Fault } from '../../errors.ts';
import { nameText } from '../../settings/mistake.ts';
import type { SettingsInput } from '../../settings/schema.ts';

type Alerts = NonNullable<SettingsInput['alerts']>;
type Channel = NonNullable<Alerts['channels']>[number];

const SECRET_WAYS = 'file:PATH, or command:PROGRAM';

/** The options that {@link withNightOptions} declares. */
export const NIGHT_OPTIONS = [
  ...(['source', 'nightly', 'mail', 'mail-from', 'mail-server', 'slack', 'webhook'] as const),
  ...(['heartbeat', 'listen'] as const),
] as const;

/** Declares the options of init for unattended nightly runs. */
export function withNightOptions<T>(yargs: Argv<T>) {
  const one = (describe: string) => ({ type: 'string' as const, requiresArg: true, describe });
  return yargs
    .option('source', {
      ...one('Named source that the jobs read, NAME=PATTERN; several times for several'),
      array: true,
    })
    .option('nightly', one('Cron of the nights, by the clock of each region'))
    .option('mail', { ...one('Recipients of the mail about each night and about new findings'), array: true })
    .option('mail-from', one('The sender of mail'))
    .option('mail-server', one(`smtp://host:587, or where its address with a password is: ${SECRET_WAYS}`))
    .option('slack', one(`Where the address of a Slack webhook is: ${SECRET_WAYS}`))
    .option('webhook', one(`Where the address of another webhook is: ${SECRET_WAYS}`))
    .option('heartbeat', one(`Heartbeat: file with the URL to call after each successful night, file:PATH`))
    .option('listen', one('host:port for /healthz, /readyz and /metrics'));
}

export type NightOptions = Partial<
  Awaited<ReturnType<typeof withNightOptions<Record<never, never>>>['argv']>
>;

/** The settings that the options amount to. Throws USAGE. */
export function nightSettings(options: NightOptions): SettingsInput {
  const sources = (options.source ?? []).map(sourceOf);
  const channels = [
    ...mailChannel(options),
    ...hookChannel('slack', options.slack),
    ...hookChannel('webhook', options.webhook),
  ];
  const monitor = {
    ...(options.listen === undefined ? {} : { listen: options.listen }),
    ...(options.heartbeat === undefined ? {} : { heartbeatUrlFile: fileOf(options.heartbeat) }),
  };
  return {
    ...(sources.length === 0 ? {} : { sources }),
    ...(options.nightly === undefined ? {} : { jobs: { nightly: options.nightly } }),
    ...(channels.length === 0 ? {} : { alerts: { channels } }),
    ...(Object.keys(monitor).length === 0 ? {} : { monitor }),
  };
}

function sourceOf(text: string) {
  const [, name, pattern] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name !== undefined && pattern !== undefined) return { name, paths: [pattern] };
  throw new Fault('USAGE', { where: '--source', found: nameText(text), expected: 'NAME=PATTERN' });
}

function mailChannel({ mail, mailFrom, mailServer }: NightOptions): Channel[] {
  const given = [mail, mailFrom, mailServer].filter((one) => one !== undefined);
  if (given.length === 0) return [];
  if (mail === undefined || mailFrom === undefined || mailServer === undefined) {
    throw new Fault('USAGE', {
      where: 'payin-recon init',
      expected: '--mail, --mail-from and --mail-server together',
    });
  }
  const attach = ['daily-summary', 'amount-mismatches'];
  return [
    {
      name: 'mail',
      kind: 'email',
      ...addressOf('--mail-server', mailServer),
      from: mailFrom,
      to: mail,
      attach,
    },
  ];
}

function hookChannel(kind: 'slack' | 'webhook', text: string | undefined): Channel[] {
  return text === undefined ? [] : [{ name: kind, kind, ...addressOf(`--${kind}`, text) }];
}

/**
 * How the address is found: in a file, from a command, or written out. An address that is written out may not contain a
 * password, because the settings file would store it.
 */
function addressOf(option: string, text: string): Pick<Channel, 'url' | 'urlFile' | 'urlCommand'> {
  const [, way, rest] = /^(file|command):(.*\S.*)$/s.exec(text) ?? [];
  if (way === 'file') return { urlFile: rest! };
  if (way === 'command') return { urlCommand: rest!.trim().split(/\s+/) };
  const url = URL.parse(text);
  if (option === '--mail-server' && /^smtps?:$/.test(url?.protocol ?? '') && url?.password === '')
    return { url: text };
  throw new Fault('USAGE', {
    where: option,
    found: 'an address, or a way that is not known',
    expected: option === '--mail-server' ? `smtp://host:587 without a password, ${SECRET_WAYS}` : SECRET_WAYS,
    remedy: 'An address that says who may send is a secret: keep it in a file, or behind a command.',
  });
}

function fileOf(text: string): string {
  const [, path] = /^file:(.*\S.*)$/s.exec(text) ?? [];
  if (path !== undefined) return path;
  throw new Fault('USAGE', {
    where: '--heartbeat',
    found: 'an address, or a way that is not known',
    expected: 'file:PATH',
  });
}
