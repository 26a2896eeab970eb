/** Headers of a message. Names are in lower case; of a header that was sent twice, the values joined by `, `. */
export type MessageHeaders = Readonly<Record<string, string>>;

interface MessageBytes {
  readonly headers: MessageHeaders;
  /** The exact bytes of the body, as sent or received. */
  readonly body: Uint8Array;
}

/** A pay-in request, from the merchant to the service. */
export interface RequestMessage extends MessageBytes {
  readonly message: 'request';
}

/** A callback, from the service to the merchant. */
export interface CallbackMessage extends MessageBytes {
  readonly message: 'callback';
}

/** A verdict, or a value of X-SIGNATURE; at once or later. */
export type Soon<T> = T | Promise<T>;

/**
 * How messages are signed and checked. The interface shows no formula, so a module of the settings gives these functions.
 * Requests and callbacks have types of their own, so that the formula of one is not used for the other. Interface:
 * "Authentication".
 */
export interface Signatures {
  /** The value of X-SIGNATURE for a request. Its headers are those that are sent, without X-SIGNATURE. */
  readonly signRequest: (request: RequestMessage) => Soon<string>;
  /** Whether X-SIGNATURE of a request is right. */
  readonly verifyRequest: (request: RequestMessage) => Soon<boolean>;
  /** The value of X-SIGNATURE for a callback. */
  readonly signCallback: (callback: CallbackMessage) => Soon<string>;
  /** Whether X-SIGNATURE of a callback is right. */
  readonly verifyCallback: (callback: CallbackMessage) => Soon<boolean>;
}

/** Names of the functions that a module of signatures exports. */
export const SIGNATURE_FUNCTIONS = [
  'signRequest',
  'verifyRequest',
  'signCallback',
  'verifyCallback',
] as const;

/** The value of X-SIGNATURE where nothing is signed: the interface makes the header mandatory. */
export const UNSIGNED = 'unsigned';
