/** Who asks for something: a mistake is reported in the words in which it was made. */
export interface Caller {
  /** The fault of an argument that is not understood. */
  readonly code: 'USAGE' | 'ARGUMENT_INVALID';
  /** `payin-recon reconcile`, `reconcile()` */
  readonly name: string;
  /** An argument as it is written: `--date`, `reconcile({ date })`. */
  argument(name: string): string;
  /** An argument in a sentence about others: `--date`, `date`. */
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
