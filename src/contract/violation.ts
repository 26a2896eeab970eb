/** A rule of the interface that a record breaks without becoming unusable. Never holds payer data. */
export interface Violation {
  /** Dot path from the record, for example `request.body.purpose`. */
  readonly field: string;
  /** The rule in words, for example `at most 64 characters`. */
  readonly rule: string;
  /** What the value looked like, never the value itself: `string of 70 characters`, `number`, `absent`. */
  readonly shape: string;
}

/** The regional variant of the operation whose rules a body is held against; none for other currencies. */
export type Variant = 'brazil' | 'egypt' | 'none';
