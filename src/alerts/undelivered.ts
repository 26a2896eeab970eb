/**
 * What a failure is due to: `receiver` if no other message would have been taken either, `either` if that is not known, such as
 * when no answer came.
 */
type Blame = 'message' | 'receiver' | 'either';

interface Circumstances {
  /** `message`, unless given. */
  readonly blame?: Blame;
  /** The receiver's own Retry-After. */
  readonly retryAfterSeconds?: number | undefined;
  /** What to do, where that is special. */
  readonly remedy?: string | undefined;
}

/** A message could not be delivered: the reason, without secrets. */
export class Undelivered extends Error {
  readonly blame: Blame;
  readonly retryAfterSeconds: number | undefined;
  readonly remedy: string | undefined;

  constructor(reason: string, { blame = 'message', retryAfterSeconds, remedy }: Circumstances = {}) {
    super(reason);
    this.name = 'Undelivered';
    this.blame = blame;
    this.retryAfterSeconds = retryAfterSeconds;
    this.remedy = remedy;
  }
}

/** A version that its place does not take, however often it is tried; others of the same delivery may be taken. */
export class UnfitVersion extends Undelivered {}
