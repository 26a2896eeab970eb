import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { CompleteMultipartUploadCommandOutput, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { Undelivered } from '../../alerts/undelivered.ts';
import { mediaTypeOf } from '../../books/download/download.ts';
import { atFaultPoint } from '../../fault-points.ts';
import type { Delivery } from '../../settings/schema.ts';
import {
  type Place,
  type PlaceRequest,
  PROBE_NAME,
  placeSecret,
  placeUrl,
  watched,
  whileMoving,
} from './place.ts';

/** Parts of a large file; S3 takes 10,000 of them, which is 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
/** Times that the SDK tries a request, and one more. */
const REQUESTS = 4;
const DEFAULT_REGION = 'us-east-1';
/** Such as a page that asks to sign in to a network, or a wrong proxy, which answer 200 to everything. */
const NO_S3 = 'the server does not answer as S3 does';
/** What is taken for a region of an answer, of which anything else is not shown. */
const REGION = /^[a-z\d-]{1,40}$/;

interface Bucket {
  readonly client: S3Client;
  readonly bucket: string;
  /** What precedes the names of all files: '' or a folder with its slash. */
  readonly prefix: string;
  /** Bucket and service, for messages. */
  readonly host: string;
  readonly timeoutMilliseconds: number;
  readonly delivery: Delivery;
}

/**
 * A folder of a bucket. A file is there once it is complete: a small one is one request, a large one an upload of parts
 * that is completed at the end. SHA-256 of each request and part is checked by the server.
 * @throws Undelivered, Fault SECRET_UNAVAILABLE
 */
export async function openS3Place(request: PlaceRequest): Promise<Place> {
  const { delivery, workingDirectory, timeoutMilliseconds } = request;
  const url = await placeUrl(delivery, workingDirectory);
  const bucket = url.hostname;
  const folder = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  const service = delivery.endpoint === undefined ? 's3' : new URL(delivery.endpoint).host;
  // Loaded only where files are sent to S3.
  const { S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client(await configOf(request));
  const prefix = folder === '' ? '' : `${folder}/`;
  const host = `${bucket} at ${service}`;
  const place = { client, bucket, prefix, host, timeoutMilliseconds, delivery };
  let begun: Promise<ReadonlyMap<string, readonly string[]>> | undefined;
  return {
    keepsFiles: true,
    address: `s3://${service}/${bucket}/${folder}`,
    put: async (path, content, { appears } = {}) => {
      begun ??= begunUploads(place);
      await abortUploads(place, `${prefix}${path}`, await begun);
      await upload(
        place,
        path,
        endedBy(content, async () => appears?.(path)),
      );
    },
    remove: (path) => remove(place, path),
    finish: async () => undefined,
    probe: () => probe(place),
    close: async () => client.destroy(),
  };
}

async function configOf({
  delivery,
  workingDirectory,
  timeoutMilliseconds,
}: PlaceRequest): Promise<S3ClientConfig> {
  const { endpoint, bucketRegion, forcePathStyle, accessKeyId, secretAccessKeyFile } = delivery;
  const secretAccessKey = await placeSecret(
    delivery,
    ['secretAccessKey', secretAccessKeyFile],
    workingDirectory,
  );
  return {
    // The region of the environment, if the settings have none and it is AWS itself.
    ...(bucketRegion === undefined && endpoint === undefined
      ? {}
      : { region: bucketRegion ?? DEFAULT_REGION }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(forcePathStyle === undefined ? {} : { forcePathStyle }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
    requestHandler: {
      connectionTimeout: timeoutMilliseconds,
      requestTimeout: timeoutMilliseconds,
      throwOnRequestTimeout: true,
    },
  };
}

async function upload(place: Bucket, path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const { client, bucket, prefix, host, timeoutMilliseconds } = place;
  const { Upload } = await import('@aws-sdk/lib-storage');
  const moves = Promise.withResolvers<() => void>();
  const { seen, blocks } = watched(content, () => void moves.promise.then((moved) => moved()));
  const digest = createHash('sha256');
  const source = Readable.from(digested(blocks, digest), { objectMode: false, highWaterMark: 1 << 20 });
  const sending = new Upload({
    client,
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    // Else a failure to remove them would hide why the upload failed.
    leavePartsOnError: true,
    params: {
      Bucket: bucket,
      Key: `${prefix}${path}`,
      Body: source,
      ContentType: mediaTypeOf(path),
      ChecksumAlgorithm: 'SHA256',
      ...encryptionOf(place.delivery),
    },
  });
  try {
    // One request may be tried several times before anything moves.
    const stored = await whileMoving(REQUESTS * timeoutMilliseconds, host, (moved) => {
      moves.resolve(moved);
      sending.on('httpUploadProgress', moved);
      return atFaultPoint('deliver.s3-upload', () => sending.done());
    });
    checkStored(stored, sending.uploadId === undefined ? digest.digest('base64') : undefined);
  } catch (error) {
    await sending.abort().catch(() => undefined);
    const { uploadId } = sending;
    if (uploadId !== undefined)
      await abortUploads(place, `${prefix}${path}`, new Map([[`${prefix}${path}`, [uploadId]]]));
    throw seen.error ?? undelivered(error, place, `write ${path}`);
  } finally {
    source.destroy();
  }
}

/** Passes a content on. What must be done before the object is there is done before the content ends. */
async function* endedBy(content: AsyncIterable<Buffer>, end: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* content;
  await end();
}

async function* digested(blocks: AsyncIterable<Buffer>, digest: Hash): AsyncGenerator<Buffer> {
  for await (const block of blocks) {
    digest.update(block);
    yield block;
  }
}

/**
 * Refuses an answer that does not say that the object is there, with these bytes.
 * @param sha256 undefined for an upload of parts: the server has checked each, and names a checksum of their checksums
 */
function checkStored(
  { ETag, ChecksumSHA256 }: CompleteMultipartUploadCommandOutput,
  sha256: string | undefined,
): void {
  if (ETag === undefined) throw new Error(NO_S3);
  if (sha256 === undefined || ChecksumSHA256 === undefined) return;
  if (ChecksumSHA256 !== sha256) throw new Error('the server has stored other bytes, by its SHA-256');
}

function encryptionOf({ encryption, kmsKeyId }: Delivery) {
  return {
    ...(encryption === undefined ? {} : { ServerSideEncryption: encryption }),
    ...(kmsKeyId === undefined ? {} : { SSEKMSKeyId: kmsKeyId }),
  };
}

async function remove(place: Bucket, path: string): Promise<void> {
  const { client, bucket, prefix, host, timeoutMilliseconds } = place;
  const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
  await whileMoving(REQUESTS * timeoutMilliseconds, host, async () => {
    try {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: `${prefix}${path}` }));
    } catch (error) {
      throw undelivered(error, place, `remove ${path}`);
    }
  });
}

/** The uploads below the folder that were begun and not completed, by key: those of a process that was killed. */
async function begunUploads({
  client,
  bucket,
  prefix,
}: Bucket): Promise<ReadonlyMap<string, readonly string[]>> {
  const { ListMultipartUploadsCommand } = await import('@aws-sdk/client-s3');
  const begun = new Map<string, string[]>();
  try {
    const { Uploads = [] } = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }),
    );
    for (const { Key, UploadId } of Uploads)
      if (Key !== undefined && UploadId !== undefined) begun.set(Key, [...(begun.get(Key) ?? []), UploadId]);
  } catch {
    // Without the right to list them, they are left to the bucket's own rule for incomplete uploads.
  }
  return begun;
}

async function abortUploads(
  { client, bucket }: Bucket,
  key: string,
  begun: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const { AbortMultipartUploadCommand } = await import('@aws-sdk/client-s3');
  for (const UploadId of begun.get(key) ?? []) {
    const command = new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId });
    await client.send(command).catch(() => undefined);
  }
}

/** Begins an upload and takes it back: that needs the right to write, and nothing is ever there. */
async function probe(place: Bucket): Promise<void> {
  const { client, bucket, prefix, host, delivery, timeoutMilliseconds } = place;
  const { AbortMultipartUploadCommand, CreateMultipartUploadCommand } = await import('@aws-sdk/client-s3');
  const Key = `${prefix}${PROBE_NAME}`;
  await whileMoving(REQUESTS * timeoutMilliseconds, host, async () => {
    try {
      const begun = await client.send(
        new CreateMultipartUploadCommand({ Bucket: bucket, Key, ...encryptionOf(delivery) }),
      );
      if (begun.UploadId === undefined) throw new Error(NO_S3);
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId: begun.UploadId }));
    } catch (error) {
      throw undelivered(error, place, 'write there');
    }
  });
}

/** What the SDK's errors have. */
interface S3Failure {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
  /** Where the body of the answer names it. */
  readonly Region?: string;
}

function undelivered(error: unknown, { host, delivery }: Bucket, what: string): Undelivered {
  if (error instanceof Undelivered) return error;
  return new Undelivered(`${host}: cannot ${what}: ${reasonOf(error as S3Failure, delivery)}`);
}

function reasonOf(failure: S3Failure, { bucketRegion }: Delivery): string {
  const { name, code, message = '', $metadata } = failure;
  const status = $metadata?.httpStatusCode;
  // The SDK's own words about a part without it are about browsers.
  if (/is missing ETag/.test(message) || (status !== undefined && status < 300)) return NO_S3;
  // Not the text of the server, which may repeat what was sent; what the library itself says is about region and keys.
  if (status === undefined) return code ?? (message === '' ? 'no connection' : message.split('\n')[0]!);
  const said = `${name} (HTTP ${status})`;
  const region = regionOf(failure);
  return region === undefined || region === bucketRegion
    ? said
    : `${said}: the bucket is in ${region}: set bucketRegion`;
}

/** The region of the bucket, where the answer is that the request went to another one and names it. */
function regionOf({ name, $metadata, $response, Region }: S3Failure): string | undefined {
  if ($metadata?.httpStatusCode !== 301 && name !== 'AuthorizationHeaderMalformed') return undefined;
  const region = $response?.headers?.['x-amz-bucket-region'] ?? Region;
  return region !== undefined && REGION.test(region) ? region : undefined;
}
