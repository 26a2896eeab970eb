import { AGE_BUCKETS, type AgeBucket } from '../../../reports/ageing.ts';

/** Other names of buckets, which need no quotes in a shell: `<` and `>` would be redirections. */
const OTHER_NAMES = { '0-1': '<1', '30+': '>30' } as const satisfies Readonly<Record<string, AgeBucket>>;

export type BucketName = AgeBucket | keyof typeof OTHER_NAMES;

/** Every name that a bucket may be given by. */
export const BUCKET_NAMES = [...AGE_BUCKETS, ...Object.keys(OTHER_NAMES)] as readonly BucketName[];

/** A name for each bucket that a shell takes as it is, the youngest first. */
export const PLAIN_BUCKET_NAMES: readonly string[] = AGE_BUCKETS.map(
  (bucket) => Object.entries(OTHER_NAMES).find(([, one]) => one === bucket)?.[0] ?? bucket,
);

/** The bucket of a name: `<1` for `<1` and for `0-1`. */
export function bucketNamed(name: BucketName): AgeBucket {
  return name in OTHER_NAMES ? OTHER_NAMES[name as keyof typeof OTHER_NAMES] : (name as AgeBucket);
}
