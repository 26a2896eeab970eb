/** Folder name of a region: `other` for orders without one. */
export function regionFolder(region: string): string {
  return region === '' ? 'other' : region;
}
