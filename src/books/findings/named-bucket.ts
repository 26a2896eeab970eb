import { AGE_BUCKETS, type AgeBucket } from '../../../reports/ageing.ts';

/** Other names of age buckets, for shells: `<` and `>` would be redirections unless quoted. */
const OTHER_NAMES = { '0-1': '<1', '30+': '>30' } as const satisfies Readonly<Record<string, AgeBucket>>;

/** The age of a finding, as options name it. */
export type BucketName = AgeBucket | keyof typeof OTHER_NAMES;

/** Every accepted name of an age bucket. */
export const BUCKET_NAMES = [...AGE_BUCKETS, ...Object.keys(OTHER_NAMES)] as readonly BucketName[];

/** A name of each bucket that needs no quotes in a shell, youngest first. */
export const PLAIN_BUCKET_NAMES: readonly string[] = AGE_BUCKETS.map(
  (bucket) => Object.entries(OTHER_NAMES).find(([, one]) => one === bucket)?.[0] ?? bucket,
);

/** The bucket with this name: `<1` for both `<1` and `0-1`. */
export function bucketNamed(name: BucketName): AgeBucket {
  return name in OTHER_NAMES ? OTHER_NAMES[name as keyof typeof OTHER_NAMES] : (name as AgeBucket);
}
