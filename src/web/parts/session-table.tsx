import type { ListedSession } from '../../access/sessions.ts';
import { ACCOUNT_TEXTS } from '../../texts/page/account-texts.ts';
import type { Visit } from '../visit.ts';
import { Moment } from './moment.tsx';
import { ScrolledTable } from './table.tsx';

interface SessionTableProps {
  readonly visit: Visit;
  readonly sessions: readonly ListedSession[];
}

/** The sessions of a user: from where, since when. Those of the visit itself are marked. */
export function SessionTable({ visit, sessions }: SessionTableProps) {
  const texts = ACCOUNT_TEXTS[visit.language];
  return (
    <ScrolledTable
      label={texts.sessions}
      headings={[texts.address, texts.browser, texts.since, texts.lastSeen]}
    >
      {sessions.map((session) => (
        <tr>
          <th scope="row">
            <code>
              <bdi dir="ltr">{session.address}</bdi>
            </code>{' '}
            {session.sessionHash === visit.sessionHash ? (
              <span class="badge good">{texts.thisOne}</span>
            ) : null}
          </th>
          <td>
            <bdi dir="auto">{session.agent}</bdi>
          </td>
          <td>
            <Moment at={session.createdAt} zone="UTC" visit={visit} />
          </td>
          <td>
            <Moment at={session.lastSeenAt} zone="UTC" visit={visit} />
          </td>
        </tr>
      ))}
    </ScrolledTable>
  );
}
