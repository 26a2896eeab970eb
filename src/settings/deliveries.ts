import { posix } from 'node:path';
import { z } from 'zod';
import { refuseSeveral } from './alternatives.ts';
import { DEFAULT_MAIL_TEMPLATE, DEFAULT_TEMPLATE, templateMistake } from './name-template.ts';
import { FORMATS } from './output-formats.ts';
import {
  bothOrNeither,
  businessDate,
  deliveryUrl,
  eachOnce,
  hostFingerprint,
  httpUrl,
  name,
  reportName,
  sourceName,
  texts,
} from './value-kinds.ts';

const PLACE_KINDS = ['sftp', 's3', 'folder', 'email'] as const;
type PlaceKind = (typeof PLACE_KINDS)[number];

/** The protocols of a place's address; a folder has none. */
const PROTOCOLS: Readonly<Record<PlaceKind, RegExp>> = {
  sftp: /^sftp:/,
  s3: /^s3:/,
  folder: /^$/,
  email: /^smtps?:/,
};
const ADDRESS_EXAMPLES: Readonly<Record<PlaceKind, string>> = {
  sftp: 'sftp://user@host:22/folder',
  s3: 's3://bucket/folder',
  folder: 'a folder',
  email: 'smtp://user@host:587, or smtps://',
};

const ADDRESSES = ['url', 'urlFile', 'urlCommand'] as const;

/** Settings that only some kinds of places have. */
const ONLY_FOR: Readonly<Record<string, readonly PlaceKind[]>> = {
  url: ['sftp', 's3', 'email'],
  urlFile: ['sftp', 's3', 'email'],
  urlCommand: ['sftp', 's3', 'email'],
  folder: ['folder'],
  hostKeys: ['sftp'],
  passwordFile: ['sftp'],
  privateKeyFile: ['sftp'],
  passphraseFile: ['sftp'],
  endpoint: ['s3'],
  bucketRegion: ['s3'],
  forcePathStyle: ['s3'],
  accessKeyId: ['s3'],
  secretAccessKeyFile: ['s3'],
  encryption: ['s3'],
  kmsKeyId: ['s3'],
  from: ['email'],
  to: ['email'],
  maxBytes: ['email'],
};

const FOREIGN = 'none: another kind of place has this setting';

/** What is sent. */
const WHAT = {
  name: sourceName.describe('Name in commands and messages; under a new name, every version is sent anew'),
  reports: z.array(reportName).default([]).describe('Only these reports, such as orders; empty: all'),
  regions: texts.default([]).describe('Only these regions; empty: all'),
  merchants: texts.default([]).describe('Only rows of these merchants; empty: all, as published'),
  formats: z
    .array(z.enum(FORMATS))
    .min(1)
    .default(['csv'])
    .describe('Formats of the files: csv, xlsx, parquet'),
  profile: z
    .enum(['standard', 'excel-br', 'excel-eg'])
    .default('standard')
    .describe('standard for programs, or for Excel with the regional format of Brazil or Egypt'),
  since: businessDate
    .optional()
    .describe('Only business dates from this one on; absent: all that are published'),
  template: z
    .string()
    .min(1)
    .optional()
    .describe(
      `Names of files, with {region}, {date}, {report}, {version}, {format}; absent: ${DEFAULT_TEMPLATE}, for mail without folders. ` +
        'With {version}, a restated version is added; without it, it replaces the one before',
    ),
};

/** Where it is sent. */
const WHERE = {
  kind: z.enum(PLACE_KINDS).describe('sftp, s3 (or a service with its interface), folder or email'),
  url: deliveryUrl
    .optional()
    .describe(
      'sftp://user@host:22/folder (/~/ is the login folder), s3://bucket/folder, or smtp://user@host:587',
    ),
  urlFile: name.optional().describe('File with that address'),
  urlCommand: texts.min(1).optional().describe('Program and arguments that print it'),
  folder: name.optional().describe('Folder only: its path, such as a mounted share; it must exist'),
  hostKeys: z
    .array(hostFingerprint)
    .min(1)
    .optional()
    .describe("SFTP only: fingerprints of the server's host key, as ssh-keygen -l shows them"),
  passwordFile: name.optional().describe('SFTP only: file with the password'),
  privateKeyFile: name.optional().describe('SFTP only: file with the private key, of OpenSSH or PEM'),
  passphraseFile: name.optional().describe('SFTP only: file with the passphrase of that key'),
  endpoint: httpUrl.optional().describe('S3 only: address of another service than AWS'),
  bucketRegion: name
    .optional()
    .describe('S3 only: region of the bucket; absent: by the environment, as every AWS tool'),
  forcePathStyle: z
    .boolean()
    .optional()
    .describe('S3 only: whether the bucket is in the path, not in the host name'),
  accessKeyId: name.optional().describe('S3 only: access key; absent: by the environment, as every AWS tool'),
  secretAccessKeyFile: name.optional().describe('S3 only: file with its secret'),
  encryption: z.enum(['AES256', 'aws:kms']).optional().describe('S3 only: encryption on the server'),
  kmsKeyId: name.optional().describe('S3 only: key of aws:kms; absent: the key of the account'),
  from: name.optional().describe('E-mail only: sender'),
  to: texts.min(1).optional().describe('E-mail only: recipients'),
  maxBytes: z
    .int()
    .min(1)
    .optional()
    .describe('E-mail only: most bytes of all attachments of a mail; absent: 10000000'),
};

const delivery = z
  .strictObject({ ...WHAT, ...WHERE })
  .check(bothOrNeither('accessKeyId', 'secretAccessKeyFile'))
  .superRefine(
    (one, { addIssue }) => {
      const said: Readonly<Record<string, unknown>> = Object(one);
      const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
      const kind = PLACE_KINDS.find((known) => known === said['kind']);
      if (kind === undefined) return;
      for (const [setting, kinds] of Object.entries(ONLY_FOR))
        if (said[setting] !== undefined && !kinds.includes(kind)) wrong(setting, FOREIGN);
      checkAddress(said, kind, wrong);
      if (kind === 'sftp' && said['hostKeys'] === undefined)
        wrong('hostKeys', "the fingerprint of the server's host key: SHA256:…");
      if (kind === 's3' && said['kmsKeyId'] !== undefined && said['encryption'] !== 'aws:kms')
        wrong('kmsKeyId', 'none without encryption: aws:kms');
      if (kind === 'email' && said['from'] === undefined) wrong('from', 'the sender of e-mail');
      if (kind === 'email' && said['to'] === undefined) wrong('to', 'at least one receiver');
      const template = templateOf({ kind, template: said['template'] as string | undefined });
      if (typeof template !== 'string') return;
      const mistake = templateMistake(
        template,
        {
          reports: listOf(said['reports']),
          regions: listOf(said['regions']),
          formats: listOf(said['formats']),
        },
        kind !== 'email',
      );
      if (mistake !== undefined) wrong('template', mistake);
    },
    { when: () => true },
  );

type Wrong = (path: string, message: string) => void;

function checkAddress(said: Readonly<Record<string, unknown>>, kind: PlaceKind, wrong: Wrong): void {
  if (kind === 'folder') {
    if (said['folder'] === undefined) wrong('folder', 'the path of a folder');
    return;
  }
  if (ADDRESSES.every((address) => said[address] === undefined))
    wrong('url', `one of ${ADDRESSES.join(', ')}`);
  refuseSeveral(said, ADDRESSES, wrong);
  const { url } = said;
  // Any other protocol is a mistake of the address itself.
  const isKnown = typeof url === 'string' && Object.values(PROTOCOLS).some((protocol) => protocol.test(url));
  if (isKnown && !isAddressOf(kind, url)) wrong('url', ADDRESS_EXAMPLES[kind]);
}

/** Whether an address has the protocol of a kind of place. */
export function isAddressOf(kind: PlaceKind, url: string): boolean {
  return PROTOCOLS[kind].test(url) && (URL.parse(url)?.hostname ?? '') !== '';
}

/** What an address of a kind of place looks like, for messages. */
export function addressExample(kind: PlaceKind): string {
  return ADDRESS_EXAMPLES[kind];
}

/** The template of a delivery's names. */
export function templateOf({ kind, template }: { kind: PlaceKind; template?: string | undefined }): string {
  return template ?? (kind === 'email' ? DEFAULT_MAIL_TEMPLATE : DEFAULT_TEMPLATE);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

type TextAt = readonly [unknown, readonly (string | number)[]];

function namesOf(all: unknown): TextAt[] {
  return listOf(all).map((one, at) => [Object(one).name, [at, 'name']]);
}

/** Two deliveries must not write the same names: one would replace the files of the other. */
function targetsOf(all: unknown): TextAt[] {
  return listOf(all).flatMap((one, at): TextAt[] => {
    const { kind, url, urlFile, urlCommand, folder, endpoint } = Object(one);
    if (kind === 'email') return [];
    const target = [
      kind,
      placeText(url),
      pathText(urlFile),
      urlCommand,
      pathText(folder),
      placeText(endpoint),
    ];
    return [[JSON.stringify(target), [at, kind === 'folder' ? 'folder' : 'url']]];
  });
}

/** A path as it is compared: `./share/` is `share`. */
function pathText(path: unknown): unknown {
  return typeof path === 'string' ? posix.normalize(path).replace(/(?<=.)\/$/, '') : path;
}

const SFTP_PORT = '22';

/**
 * An address as it is compared. A password does not say where it is, nor does the user of a bucket; to users of SFTP, a
 * server may give a folder each under the same path.
 */
function placeText(address: unknown): unknown {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (url === null) return address;
  const { protocol, username, hostname, port, pathname } = url;
  const isSftp = protocol === 'sftp:';
  const path = pathname.replace(/\/+$/, '');
  const ownPort = isSftp && port === SFTP_PORT ? '' : port;
  return [protocol, isSftp ? username : '', hostname.toLowerCase(), ownPort, path];
}

export const deliveries = z
  .array(delivery)
  .check(eachOnce(namesOf, 'each delivery once by its name'))
  .check(eachOnce(targetsOf, 'a place of its own, such as another folder: another delivery writes there'))
  .default([])
  .describe('Places to which published files are sent')
  .meta({
    examples: [
      [
        {
          name: 'bank',
          kind: 'sftp',
          url: 'sftp://recon@sftp.bank.example/in',
          hostKeys: ['SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU'],
          privateKeyFile: '/run/secrets/bank-key',
          reports: ['payments'],
        },
        { name: 'archive', kind: 's3', url: 's3://shop-reports/recon', encryption: 'AES256' },
      ],
    ],
  });

export const signing = z
  .strictObject({
    privateKeyFile: z
      .string()
      .default('')
      .describe(
        "File with the private key that signs checksums and manifests of deliveries, made by keys make; '' for none",
      ),
  })
  .prefault({})
  .describe('Signatures of deliveries');
