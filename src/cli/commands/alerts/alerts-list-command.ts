import { type ListedMessage, listMessages } from '../../../alerts/list-messages.ts';
import { isoInstant, isoSeconds } from '../../../normalise/instant.ts';
import { counted, plain, textTable } from '../../../terminal-text.ts';
import { settingsOf, withStore } from '../../context.ts';
import { print, printJson } from '../../print.ts';
import type { Example } from '../../usage.ts';

export const examples: readonly Example[] = [
  ['$0 alerts list', 'with attempts and the last error'],
  ['$0 alerts list --json', 'the same for a monitor'],
];

export async function handler(options: Parameters<typeof settingsOf>[0]): Promise<void> {
  const settings = settingsOf(options);
  const messages = await withStore(settings, (store) =>
    store.session((session) => listMessages(session, settings)),
  );
  if (options.json === true) printJson(messages.map(machineMessage));
  else print(textOf(messages));
}

function textOf(messages: readonly ListedMessage[]): string {
  if (messages.length === 0) return 'No messages.';
  const hasKeys = messages.some(({ key }) => key !== null);
  const hasRecipients = messages.some(({ sentTo }) => sentTo !== null);
  const rows = messages.map((message) => [
    message.state,
    message.channel,
    message.topic,
    message.severity,
    isoSeconds(message.writtenAt),
    isoSeconds(message.sentAt ?? message.dueAt),
    String(message.attempts),
    ...(hasKeys ? [plain(message.key ?? '')] : []),
    ...(hasRecipients ? [message.sentTo, message.notSentTo].map(recipientsText) : []),
    plain(message.lastError ?? ''),
  ]);
  const open = messages.filter(({ state }) => state !== 'sent').length;
  const header = [
    'State',
    'Channel',
    'Topic',
    'Severity',
    'Written',
    'Due or sent',
    'Attempts',
    ...(hasKeys ? ['Order'] : []),
    ...(hasRecipients ? ['Sent to', 'Not sent to'] : []),
    'Last error',
  ];
  return `${textTable(header, rows, ['Attempts'])}\n\n${counted(open, 'message')} not sent.`;
}

function recipientsText(recipients: readonly string[] | null): string {
  return plain(recipients?.join(', ') ?? '');
}

function machineMessage(message: ListedMessage): unknown {
  return {
    state: message.state.replace(' ', '_'),
    channel: message.channel,
    topic: message.topic,
    severity: message.severity,
    written_at: isoInstant(message.writtenAt),
    due_at: isoInstant(message.dueAt),
    sent_at: message.sentAt === null ? null : isoInstant(message.sentAt),
    attempts: message.attempts,
    last_error: message.lastError,
    sent_to: message.sentTo,
    not_sent_to: message.notSentTo,
    key: message.key,
  };
}
