/** What a request and a connection may take of a server. Times in milliseconds. */
export interface ServerLimits {
  /** Longest head of a request, in bytes. */
  readonly headBytes: number;
  readonly headTime: number;
  /** Longest time for a whole request; answers may take longer. */
  readonly requestTime: number;
  readonly keepAliveTime: number;
  /** How often connections are checked for requests that take too long. */
  readonly checkTime: number;
  /** How many connections all clients together may have. */
  readonly connections: number;
  /** How often a certificate is looked at, to take a renewed one into use. */
  readonly certificateTime: number;
}

/** Limits of a server that programs call. */
export const SERVER_LIMITS: Omit<ServerLimits, 'connections'> = {
  headBytes: 16_384,
  headTime: 10_000,
  requestTime: 30_000,
  keepAliveTime: 60_000,
  checkTime: 2_000,
  certificateTime: 60_000,
};

/** Limits as a server of Node takes them when it is created. */
export function limitOptions(limits: ServerLimits) {
  return {
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headTime,
    requestTimeout: limits.requestTime,
    keepAliveTimeout: limits.keepAliveTime,
    connectionsCheckingInterval: limits.checkTime,
  };
}
