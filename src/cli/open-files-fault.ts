import { Fault } from '../errors.ts';

/** Of the process, and of the whole system. */
const LIMITS = ['EMFILE', 'ENFILE'];

/** The fault of an error that comes from too many open files, whatever failed for them; undefined for any other error. */
export function openFilesFault(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!isOfLimit(error)) return openFilesFault(error.cause);
  const isOfSystem = (error as NodeJS.ErrnoException).code === 'ENFILE';
  return new Fault('TOO_FEW_OPEN_FILES', {
    ...(isOfSystem
      ? { found: 'the system has all the open files that it takes', remedy: OF_SYSTEM }
      : foundOfProcess()),
    cause: error,
  });
}

const OF_SYSTEM =
  'End programs that have many files open, or have fs.file-max raised; then run the same command again.';

/** A thread that could not start gives the code in its text only. */
function isOfLimit(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return LIMITS.includes(code ?? '') || /^Worker initialization failure: E[MN]FILE/.test(error.message);
}

/** The limit of this process, read without opening a file, where the system has one. Node has raised it as far as it may itself. */
function foundOfProcess(): { readonly found?: string } {
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | string } };
  };
  const limit = userLimits?.open_files?.soft;
  return limit === undefined ? {} : { found: `this process may have ${limit} files open` };
}
