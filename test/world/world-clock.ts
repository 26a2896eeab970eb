/** Loaded before the program (`--import`): the machine's clock shows WORLD_NOW, which may change with each command. */
const real = Date.now;
Date.now = () => {
  const now = Date.parse(process.env['WORLD_NOW'] ?? '');
  return Number.isNaN(now) ? real() : now;
};
