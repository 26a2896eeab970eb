const END = 'Unexpected end of JSON input';
const POSITION = / at position (\d+)(?: \(line \d+ column \d+\))?$/;

/**
 * The column (1-based, in UTF-16 units) at which a text stops being JSON; undefined if that cannot be told.
 * Nothing else of the parser's message may be shown: it quotes the line, and with it the payer.
 */
export function jsonErrorColumn(text: string, error: unknown): number | undefined {
  const message = error instanceof SyntaxError ? error.message : '';
  if (message === END) return text.length + 1;
  const position = POSITION.exec(message)?.[1];
  if (position !== undefined) return Number(position) + 1;
  return isUnexpectedToken(message) ? unexpectedTokenColumn(text) : undefined;
}

/** The one message without a position: the shortest prefix that already has the error ends at it. */
function unexpectedTokenColumn(text: string): number | undefined {
  let sound = 0;
  let broken = Math.min(16, text.length);
  while (!isBrokenBy(text, broken)) {
    if (broken === text.length) return undefined;
    sound = broken;
    broken = Math.min(2 * broken, text.length);
  }
  while (broken - sound > 1) {
    const middle = Math.floor((sound + broken) / 2);
    if (isBrokenBy(text, middle)) broken = middle;
    else sound = middle;
  }
  return broken;
}

function isBrokenBy(text: string, length: number): boolean {
  try {
    JSON.parse(text.slice(0, length));
    return false;
  } catch (error) {
    return error instanceof SyntaxError && isUnexpectedToken(error.message);
  }
}

function isUnexpectedToken(message: string): boolean {
  return message.startsWith('Unexpected token');
}
