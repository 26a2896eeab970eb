/** A message did not arrive, as far as is known; why, without a secret, and when the receiver wants it again if it says so. */
export class Undelivered extends Error {
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: string, retryAfterSeconds?: number) {
    super(reason);
    this.name = 'Undelivered';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
