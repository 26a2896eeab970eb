/** Excel's limit for the name of a sheet, in UTF-16 units. */
const MOST_LETTERS = 31;
/** Excel refuses them in the name of a sheet. */
const REFUSED = /[\\/?*:[\]]/g;

/**
 * Name of a sheet as Excel accepts it: at most 31 letters, and unlike the others, whatever their capitals.
 * @param continued which sheet of its table: the second one of `orders` is `orders 2`
 * @param taken names of the sheets before it
 */
export function sheetName(wanted: string, continued: number, taken: readonly string[]): string {
  const others = new Set(taken.map((name) => name.toLowerCase()));
  for (let number = continued; ; number += 1) {
    const end = number === 1 ? '' : ` ${number}`;
    const name = `${wanted.replace(REFUSED, '-').slice(0, MOST_LETTERS - end.length)}${end}`;
    if (!others.has(name.toLowerCase())) return name;
  }
}
