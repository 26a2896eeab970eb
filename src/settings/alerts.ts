import { z } from 'zod';
import { refuseSeveral } from './alternatives.ts';
import { SEVERITIES } from './severity.ts';
import {
  channelUrl,
  eachOnce,
  findingCode,
  httpUrl,
  name,
  reportName,
  sourceName,
  texts,
} from './value-kinds.ts';

/** Topics of messages. */
export const TOPICS = ['findings', 'recovered', 'night', 'jobs', 'watch', 'missed-payments'] as const;
export const LANGUAGES = ['en', 'pt', 'ar'] as const;

/** Name under which calls of monitor.heartbeatUrl are listed; no channel may have it. */
export const HEARTBEAT_CHANNEL = 'heartbeat';

const language = z.enum(LANGUAGES);

/** A destination of messages to people or programs. */
const channel = z
  .strictObject({
    name: sourceName.describe('Name in commands and messages'),
    kind: z
      .enum(['slack', 'webhook', 'email'])
      .describe('slack (or a service that accepts its JSON), webhook or email'),
    url: channelUrl
      .optional()
      .describe('Address of the webhook, or smtp://user@host:587 (smtps:// for TLS from the start)'),
    urlFile: name.optional().describe('File with that address'),
    urlCommand: texts.min(1).optional().describe('Program and arguments that print it'),
    secretFile: name
      .optional()
      .describe('Webhook only: file with the secret that signs its messages, whsec_ and base64, or any text'),
    from: name
      .optional()
      .describe('E-mail only: sender')
      .meta({ examples: ['recon@shop.example'] }),
    to: texts.default([]).describe('E-mail only: recipients'),
    attach: z
      .array(reportName)
      .default([])
      .describe("E-mail only: reports attached to a night's message, such as orders"),
    topics: z
      .array(z.enum(TOPICS))
      .min(1)
      .optional()
      .describe('Only messages of these topics; absent: all but missed-payments'),
    severity: z.enum(SEVERITIES).default('high').describe('Findings of this severity or higher'),
    rules: z
      .array(findingCode)
      .default([])
      .describe('Only findings of these codes, of any severity; empty: by severity'),
    regions: texts.default([]).describe('Only these regions; empty: all'),
    language: language.optional().describe('Language of this channel; absent: alerts.language'),
  })
  .superRefine(
    (one, { addIssue }) => {
      const said = Object(one);
      const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
      if (ADDRESSES.every((address) => said[address] === undefined))
        wrong('url', `one of ${ADDRESSES.join(', ')}`);
      refuseSeveral(said, ADDRESSES, wrong);
      if (said.name === HEARTBEAT_CHANNEL)
        wrong('name', 'another name: this one is used for monitor.heartbeatUrl');
      if (said.kind !== 'webhook' && said.secretFile !== undefined)
        wrong('secretFile', 'none: only a webhook is signed');
      if (Array.isArray(said.topics) && said.topics.includes('missed-payments')) {
        if (said.kind !== 'webhook') wrong('topics', 'no missed-payments: only a webhook gets them');
        else if (said.secretFile === undefined)
          wrong('secretFile', 'the secret that signs the messages: missed-payments are acted on');
      }
      if (said.kind !== 'email') return;
      if (said.from === undefined) wrong('from', 'the sender of e-mail');
      if (Array.isArray(said.to ?? []) && (said.to ?? []).length === 0) wrong('to', 'at least one receiver');
    },
    { when: () => true },
  );

const ADDRESSES = ['url', 'urlFile', 'urlCommand'] as const;

export const alerts = z
  .strictObject({
    language: language.default('en').describe('Language of messages: en, pt or ar'),
    reportsUrl: httpUrl
      .optional()
      .describe('Web address of the folder of reports; messages link to it')
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
      .describe('Recipients of messages')
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
  .describe('Alerts: who receives which messages');
