interface Circumstances {
  /** The receiver's own Retry-After. */
  readonly retryAfterSeconds?: number | undefined;
  /** What to do, where that is special. */
  readonly remedy?: string | undefined;
}

/** A message could not be delivered: the reason, without secrets. */
export class Undelivered extends Error {
  readonly retryAfterSeconds: number | undefined;
  readonly remedy: string | undefined;

  constructor(reason: string, { retryAfterSeconds, remedy }: Circumstances = {}) {
    super(reason);
    this.name = 'Undelivered';
    this.retryAfterSeconds = retryAfterSeconds;
    this.remedy = remedy;
  }
}

/** A version that its place does not take, however often it is tried; others of the same delivery may be taken. */
export class UnfitVersion extends Undelivered {}

/** Recipients of a mail, as addresses. */
export interface Recipients {
  /** Those for whom the server took it. */
  readonly taken: readonly string[];
  readonly refused: readonly string[];
}

/** A mail that its server took for some recipients only; others of the same channel or delivery may be taken for all. */
export class PartlyRefused extends UnfitVersion {
  readonly recipients: Recipients;

  constructor(reason: string, recipients: Recipients) {
    super(reason);
    this.name = 'PartlyRefused';
    this.recipients = recipients;
  }
}
