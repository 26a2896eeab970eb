/** The kind of caller, so that mistakes are reported in the caller's terms: options or arguments. */
export interface Caller {
  /** Fault code of an invalid argument. */
  readonly code: 'USAGE' | 'ARGUMENT_INVALID';
  /** `payin-recon reconcile`, `reconcile()` */
  readonly name: string;
  /** An argument as written by the caller: `--date`, `reconcile({ date })`. */
  argument(name: string): string;
  /** An argument within a sentence: `--date`, `date`. */
  spoken(name: string): string;
}

/** A command line: `completeUntil` is its `--complete-until`. */
export function commandLine(command: string): Caller {
  const option = (name: string) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return { code: 'USAGE', name: `payin-recon ${command}`, argument: option, spoken: option };
}

/** A function of the library. */
export function libraryCall(name: string): Caller {
  return {
    code: 'ARGUMENT_INVALID',
    name: `${name}()`,
    argument: (argument) => `${name}({ ${argument} })`,
    spoken: (argument) => argument,
  };
}
