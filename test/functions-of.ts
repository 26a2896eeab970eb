/** Functions and methods with their lengths, told by their indentation, which the formatter keeps. */
export function functionsOf(text: string): { name: string; lines: number }[] {
  const lines = text.split('\n');
  const start =
    /^( *)(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?(?:\(|\w+ =>)|(?:async )?\*?([#\w]+)\(.*\{$)/;
  return lines.flatMap((line, index) => {
    const match = start.exec(line);
    const name = match?.[2] ?? match?.[3] ?? match?.[4];
    if (match === null || name === undefined || ['if', 'for', 'while', 'switch', 'catch'].includes(name))
      return [];
    // One that is an expression has no brace of its own.
    const end = /;$|=>$/.test(line)
      ? lines.findIndex((other, at) => at >= index && other.endsWith(';'))
      : lines.findIndex((other, at) => at >= index && new RegExp(`^${match[1]}\\}`).test(other));
    return end === -1 ? [] : [{ name, lines: end - index + 1 }];
  });
}
