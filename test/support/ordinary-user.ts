/** The user id of `nobody`, who has no rights. */
const NO_ONE = 65_534;

/** Does work as a user without rights: root, who may read and write everywhere, steps down meanwhile. */
export async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid!(NO_ONE);
  try {
    return await work();
  } finally {
    process.seteuid!(0);
  }
}
