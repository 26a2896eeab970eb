import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { changedQuery } from '../addresses.ts';
import type { Visit } from '../visit.ts';

interface PagerProps {
  readonly visit: Pick<Visit, 'language' | 'url'>;
  /** Key after which the next page begins; undefined on the last. */
  readonly next: string | undefined;
}

/** Links through a list that is paged by key: to its first page and to the next. The browser goes back. */
export function Pager({ visit: { language, url }, next }: PagerProps) {
  const texts = FRAME_TEXTS[language];
  const isFirst = !url.searchParams.has('after');
  if (isFirst && next === undefined) return null;
  return (
    <nav class="pager" aria-label={texts.next}>
      {isFirst ? null : <a href={changedQuery(url, { after: undefined })}>{texts.first}</a>}
      {next === undefined ? null : (
        <a rel="next" href={changedQuery(url, { after: next })}>
          {texts.next}
        </a>
      )}
    </nav>
  );
}
