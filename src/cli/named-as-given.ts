import { Fault } from '../errors.ts';

/**
 * Starts a server, and names `--listen` in its faults if the option gave the address.
 * @param option the value of `--listen`
 * @param setting the setting that the option replaces, as its faults name it: `page.listen`
 */
export async function namedAsGiven<T>(
  option: string | undefined,
  setting: string,
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const named = `${setting} `;
    if (option === undefined || !(error instanceof Fault) || error.detail.where?.startsWith(named) !== true) {
      throw error;
    }
    const where = `--listen ${error.detail.where.slice(named.length)}`;
    const remedy = 'Stop the program that listens there, or give another host:port with --listen.';
    throw new Fault(error.code, {
      ...error.detail,
      ...(error.code === 'LISTEN_FAILED' ? { where, remedy } : { where }),
    });
  }
}
