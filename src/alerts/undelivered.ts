/** A message could not be delivered: the reason, without secrets, and the receiver's own Retry-After if it gave one. */
export class Undelivered extends Error {
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: string, retryAfterSeconds?: number) {
    super(reason);
    this.name = 'Undelivered';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A version that its place does not take, however often it is tried; others of the same delivery may be taken. */
export class UnfitVersion extends Undelivered {}
