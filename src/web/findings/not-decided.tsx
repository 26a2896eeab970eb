import { DECISION_TEXTS } from '../../texts/page/decision-texts.ts';
import { changedQuery } from '../addresses.ts';
import type { Visit } from '../visit.ts';

const NOTICE = { notice: 'not-decided' } as const;

/**
 * Where a person goes on whose session had ended when a decision was sent: the same address with a notice, and without
 * the place in the page, since the notice is at its top.
 */
export function notDecidedAddress(address: string): string {
  // Only its path and query are taken.
  return changedQuery(new URL(address, 'http://localhost'), NOTICE);
}

/** Says that nothing was decided, on a page to which {@link notDecidedAddress} leads. */
export function NotDecided({
  visit: { url, language },
}: {
  readonly visit: Pick<Visit, 'url' | 'language'>;
}) {
  if (url.searchParams.get('notice') !== NOTICE.notice) return null;
  return (
    <div class="notice warn" role="alert">
      {DECISION_TEXTS[language].notDecided}
    </div>
  );
}
