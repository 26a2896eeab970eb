/** Folder name of a region: `other` for orders without one. */
export function regionFolder(region: string): string {
  return region === '' ? 'other' : region;
}

/** The region of a folder by its name; `''` for orders without a region. */
export function regionOfFolder(name: string): string {
  return name === 'other' ? '' : name;
}
