import { open } from 'node:fs/promises';

/**
 * Makes a folder's entries durable: files that were created, renamed and removed in it.
 * @throws the system's error; file systems that cannot do so for a folder answer EINVAL, ENOSYS or ENOTSUP
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
