import type { Publication } from '../../export/publish/publication.ts';

/** Removes what was written for publications that are not placed. */
export async function discardAll(
  prepared: readonly { readonly publications: readonly Publication[] }[],
): Promise<void> {
  for (const publication of prepared.flatMap(({ publications }) => publications)) await publication.discard();
}

/**
 * Moves every version into place, even after one of them failed. A failed version stays stored, and the next run places
 * it.
 */
export async function placeAll(publications: readonly Publication[]): Promise<void> {
  let failure: unknown;
  for (const publication of publications) {
    try {
      await publication.place();
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
}
