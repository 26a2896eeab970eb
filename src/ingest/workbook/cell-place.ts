const PLACE = /^([A-Z]{1,3})(\d{1,7})$/;
const LETTERS = 26;

/** A place in a sheet, both counted from 1. */
export interface CellPlace {
  readonly column: number;
  readonly row: number;
}

/** @example placeOf('AB12') // { column: 28, row: 12 } */
export function placeOf(reference: string): CellPlace | undefined {
  const match = PLACE.exec(reference);
  if (match === null) return undefined;
  let column = 0;
  for (const letter of match[1]!) column = column * LETTERS + letter.charCodeAt(0) - 64;
  return { column, row: Number(match[2]) };
}

/** @example columnLetters(28) === 'AB' */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(65 + ((rest - 1) % LETTERS)) + letters;
  }
  return letters;
}
