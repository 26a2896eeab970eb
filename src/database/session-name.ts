/** The server takes no longer name of a client. */
const MOST_BYTES = 63;

let command = 'payin-recon';

/**
 * Names the sessions that this process opens from now on.
 * @param name of the command without its options, which may have secrets: `payin-recon reconcile`
 */
export function nameSessions(name: string): void {
  command = name;
}

/** What the server shows as application_name of this process: `payin-recon reconcile, process 4711`. */
export function sessionName(): string {
  return `${command}, process ${process.pid}`.slice(0, MOST_BYTES);
}
