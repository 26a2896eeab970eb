/** Loaded before the program by the sessions of the pages: the clock stands at FIXED_CLOCK, so that output repeats. */
const at = Date.parse(process.env['FIXED_CLOCK']!);
const MachineDate = Date;

globalThis.Date = class extends MachineDate {
  constructor(...parts: [] | [string | number | Date]) {
    super(...((parts.length === 0 ? [at] : parts) as [number]));
  }
  static override now(): number {
    return at;
  }
} as DateConstructor;
