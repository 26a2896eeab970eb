declare module '@20minutes/s3rver' {
  interface Options {
    readonly address: string;
    readonly port: number;
    readonly silent: boolean;
    readonly directory: string;
    readonly configureBuckets: ReadonlyArray<{ readonly name: string }>;
  }

  /** A server with the interface of S3 that keeps objects in a folder. Its only key is S3RVER, with the secret S3RVER. */
  export default class S3rver {
    constructor(options: Options);
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
