import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine; undefined where there is none. Debian: apt-get install chromium. */
export const CHROMIUM = process.env['TEST_CHROMIUM'] ?? PLACES.find((path) => existsSync(path));
