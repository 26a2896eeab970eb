import { z } from 'zod';
import { SEVERITIES } from './severity.ts';
import { channelUrl, eachOnce, httpUrl, name, regionName, sourceName, texts } from './value-kinds.ts';

/** What messages are about. */
export const TOPICS = ['findings', 'recovered', 'night', 'jobs', 'watch'] as const;
export const LANGUAGES = ['en', 'pt', 'ar'] as const;

/** Name under which calls of monitor.heartbeatUrl are listed; no channel may have it. */
export const HEARTBEAT_CHANNEL = 'heartbeat';

const language = z.enum(LANGUAGES);

/** One way to reach people, or their programs. */
const channel = z
  .strictObject({
    name: sourceName.describe('What commands and messages call it'),
    kind: z
      .enum(['slack', 'webhook', 'email'])
      .describe('slack and those that take its JSON, any webhook, or email'),
    url: channelUrl
      .optional()
      .describe('Address of the webhook, or smtp://user@host:587 (smtps:// for TLS from the start)'),
    urlFile: name.optional().describe('File that holds that address'),
    urlCommand: texts.min(1).optional().describe('Program, and its arguments, that prints it'),
    secretFile: name.optional().describe('Of a webhook: file with the key that its messages are signed by'),
    from: name
      .optional()
      .describe('Of e-mail: the sender')
      .meta({ examples: ['recon@shop.example'] }),
    to: texts.default([]).describe('Of e-mail: the receivers'),
    attach: texts.default([]).describe("Of e-mail: reports that a night's message carries, such as orders"),
    topics: z.array(z.enum(TOPICS)).min(1).optional().describe('Only these; all if absent'),
    severity: z.enum(SEVERITIES).default('high').describe('Findings this grave or graver'),
    rules: texts.default([]).describe('Only findings of these codes, however grave; none: by severity'),
    regions: z
      .array(z.union([regionName, z.literal('other')]))
      .default([])
      .describe('Only these regions; none: all'),
    language: language.optional().describe('Instead of alerts.language'),
  })
  .superRefine(
    (one, { addIssue }) => {
      const said = Object(one);
      const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
      const ways = ADDRESSES.filter((address) => said[address] !== undefined);
      if (ways.length === 0) wrong('url', `one of ${ADDRESSES.join(', ')}`);
      for (const way of ways.slice(1)) wrong(way, `only one of ${ADDRESSES.join(', ')}`);
      if (said.name === HEARTBEAT_CHANNEL)
        wrong('name', 'another name: this one is used for monitor.heartbeatUrl');
      if (said.kind !== 'webhook' && said.secretFile !== undefined)
        wrong('secretFile', 'none: only a webhook is signed');
      if (said.kind !== 'email') return;
      if (said.from === undefined) wrong('from', 'the sender of e-mail');
      if (Array.isArray(said.to ?? []) && (said.to ?? []).length === 0) wrong('to', 'at least one receiver');
    },
    { when: () => true },
  );

const ADDRESSES = ['url', 'urlFile', 'urlCommand'] as const;

export const alerts = z
  .strictObject({
    language: language.default('en').describe('en, pt or ar'),
    reportsUrl: httpUrl
      .optional()
      .describe('Where people find the folder of reports; messages link to it')
      .meta({ examples: ['https://files.shop.example/reports'] }),
    channels: z
      .array(channel)
      .check(
        eachOnce(
          (all) =>
            Array.isArray(all) ? all.map((one, at) => [Object(one).name, [at, 'name']] as const) : [],
          'each channel once by its name',
        ),
      )
      .default([])
      .describe('Who is told')
      .meta({
        examples: [
          [
            {
              name: 'finance',
              kind: 'email',
              urlFile: '/run/secrets/smtp-url',
              from: 'recon@shop.example',
              to: ['finance@shop.example'],
              attach: ['daily-summary', 'amount-mismatches'],
              topics: ['night'],
              language: 'pt',
            },
            { name: 'operations', kind: 'slack', urlFile: '/run/secrets/slack-url', severity: 'high' },
          ],
        ],
      }),
  })
  .prefault({})
  .describe('Who is told of what');
