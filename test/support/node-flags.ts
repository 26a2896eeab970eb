/**
 * Options of Node for processes that tests share. Reports take blocks of memory and give them back, upon which V8 collects
 * garbage again and again; with these options it does so when memory is full, and its helping threads, which would only
 * take turns with the tests of another process, stay away. A third of the time that a run needs goes otherwise.
 */
export const NODE_FLAGS: readonly string[] = [
  '--single-threaded-gc',
  '--no-memory-reducer',
  '--no-incremental-marking',
];
