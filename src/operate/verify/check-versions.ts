import { checkVersion } from './check-version.ts';
import type { Look } from './look.ts';
import { standingOf } from './standing.ts';
import type { Verified } from './verified.ts';

/** Every version at hand, one after the other. */
export async function checkVersions(look: Look): Promise<Verified[]> {
  const { session, known, version, progress } = look;
  const wanted = known.filter((one) => version === undefined || one.version === version);
  const results: Verified[] = [];
  progress.begin('Verifying', wanted.length, 'version');
  for (const one of wanted) {
    results.push(await checkVersion(look, one, await standingOf(session, one)));
    progress.advance(1);
  }
  progress.end();
  return results;
}
