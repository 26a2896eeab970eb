/**
 * Who may import whom. An area is a folder of src, a file directly in src, or one of the other folders of code.
 * What is not named here, an area may not import; of itself it may.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  errors: [],
  caller: [],
  'did-you-mean': [],
  'fault-points': [],
  log: ['errors'],
  progress: [],
  phases: [],
  sha256: [],
  settings: ['errors', 'did-you-mean', 'contract', 'fault-points', 'sha256'],
  clock: ['normalise'],
  normalise: ['contract', 'settings', 'sha256'],
  http: ['errors'],
  'append-log': ['database', 'errors', 'fault-points'],
  signatures: ['errors'],
  signing: ['errors', 'file-fault', 'settings'],
  capture: [
    'http',
    'append-log',
    'signatures',
    'contract',
    'ingest',
    'normalise',
    'database',
    'settings',
    'errors',
    'fault-points',
    'sha256',
  ],
  sandbox: [
    'http',
    'append-log',
    'signatures',
    'contract',
    'normalise',
    'simulate',
    'database',
    'settings',
    'errors',
  ],
  'terminal-text': [],
  'blank-text': [],
  'money-text': ['normalise', 'terminal-text'],
  database: ['errors', 'settings', 'fault-points', 'progress', 'sha256'],
  'file-fault': ['errors', 'database'],
  reports: ['database'],
  audit: ['normalise', 'database', 'sha256'],
  ingest: [
    ...['contract', 'normalise', 'database', 'errors', 'settings', 'progress', 'phases', 'did-you-mean'],
    'terminal-text',
    'money-text',
    'fault-points',
  ],
  reconcile: [
    ...[
      'normalise',
      'database',
      'audit',
      'reports',
      'errors',
      'settings',
      'phases',
      'fault-points',
      'sha256',
    ],
  ],
  export: [
    'coverage',
    'normalise',
    'database',
    'audit',
    'reports',
    'errors',
    'file-fault',
    'fault-points',
    'settings',
    'phases',
    'sha256',
  ],
  chance: [],
  coverage: [
    ...[
      'audit',
      'normalise',
      'database',
      'reconcile',
      'reports',
      'settings',
      'chance',
      'fault-points',
      'sha256',
    ],
  ],
  simulate: ['contract', 'normalise', 'errors'],
  texts: ['reconcile', 'normalise', 'errors', 'settings'],
  access: ['audit', 'normalise', 'database', 'errors', 'settings', 'did-you-mean'],
  alerts: [
    'coverage',
    'reconcile',
    'reports',
    'texts',
    'normalise',
    'database',
    'errors',
    'did-you-mean',
    'settings',
    'fault-points',
    'sha256',
  ],
  books: [
    ...[
      'ingest',
      'reconcile',
      'coverage',
      'export',
      'alerts',
      'access',
      'audit',
      'reports',
      'normalise',
      'database',
    ],
    ...[
      'settings',
      'errors',
      'file-fault',
      'caller',
      'did-you-mean',
      'terminal-text',
      'blank-text',
      'money-text',
    ],
    ...['progress', 'phases', 'signing', 'fault-points', 'sha256'],
  ],
  operations: [
    ...[
      'ingest',
      'reconcile',
      'export',
      'alerts',
      'access',
      'audit',
      'books',
      'reports',
      'normalise',
      'texts',
    ],
    ...['database', 'settings', 'errors', 'did-you-mean', 'terminal-text', 'money-text', 'log', 'progress'],
    ...['http', 'chance', 'signing', 'file-fault', 'fault-points', 'sha256'],
  ],
  index: [
    ...['library', 'ingest', 'reconcile', 'export', 'reports', 'database', 'errors', 'settings', 'books'],
    ...['normalise', 'coverage', 'signatures'],
  ],
};

/**
 * They call everything and are called by none, but for the jobs that a command lists and runs. The library is one: a
 * program that calls it without an as-of means now, as a command line without --as-of does.
 */
export const EDGES: Readonly<Record<string, readonly string[]>> = {
  cli: ['jobs', 'web', 'simulate'],
  web: [],
  jobs: [],
  library: [],
};

/** Areas that take no package and nothing of Node either, or only those named. */
export const MAY_USE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  reports: ['kysely'],
};

/** Who may ask what time it is, what the environment says, or for a random number; with the reason. */
export const MAY_LOOK_OUTSIDE: Readonly<Record<string, string>> = {
  'src/clock.ts': 'is the clock that the edges pass on',
  'src/database/create-embedded.ts': 'is a program of its own, told by its command line what to lay out',
  'src/fault-points.ts': 'fails where a test says so by a variable, at any depth',
};
