import type { Argv } from 'yargs';
import { endSessionsOf } from '../../../access/change-users.ts';
import { type ListedSession, listSessions } from '../../../access/sessions.ts';
import { requireUser } from '../../../access/users.ts';
import { now } from '../../../clock.ts';
import type { Store } from '../../../database/store.ts';
import { isoInstant, isoSeconds } from '../../../normalise/instant.ts';
import type { Settings } from '../../../settings/schema.ts';
import { counted, plain, textTable } from '../../../terminal-text.ts';
import { settingsOf, withStore } from '../../context.ts';
import { print, printJson } from '../../print.ts';
import type { Example } from '../../usage.ts';
import { deciderOf, withDecider } from '../findings/decider.ts';
import { unlessChanged, withName } from './user-options.ts';

export const examples: readonly Example[] = [
  ['$0 user sessions ana', 'where ana is signed in'],
  ['$0 user sessions ana --end', 'signs ana out everywhere'],
];

export function builder(yargs: Argv) {
  return withDecider(withName(yargs)).option('end', { type: 'boolean', describe: 'End all of them' });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const name = String(options.name);
  const { sessions, ended } = await withStore(settings, async (store) => ({
    sessions: await sessionsOf(store, settings, name),
    ended: options.end === true ? await endSessionsOf(store, deciderOf(options), name) : 0,
  }));
  if (options.json === true) printJson({ ended, sessions: sessions.map(sessionJson) });
  else if (options.end === true) print(`${counted(ended, 'session')} ended${unlessChanged(options.dryRun)}.`);
  else print(textOf(sessions));
}

function sessionsOf(store: Store, settings: Settings, name: string): Promise<ListedSession[]> {
  return store.session(async (session) => {
    const { userId } = await requireUser(session, name);
    return listSessions(session, userId, now(), settings.page);
  });
}

function textOf(sessions: readonly ListedSession[]): string {
  if (sessions.length === 0) return 'No sessions.';
  const rows = sessions.map(({ createdAt, lastSeenAt, endsAt, address, agent }) => [
    ...[createdAt, lastSeenAt, endsAt].map(isoSeconds),
    ...[address, agent].map((text) => plain(text)),
  ]);
  return textTable(['Signed in', 'Last seen', 'Ends', 'Address', 'Browser'], rows, []);
}

function sessionJson({ createdAt, lastSeenAt, endsAt, address, agent }: ListedSession): unknown {
  return {
    signed_in_at: isoInstant(createdAt),
    last_seen_at: isoInstant(lastSeenAt),
    ends_at: isoInstant(endsAt),
    ...{ address, agent },
  };
}
