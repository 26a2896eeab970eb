import type { Child } from 'hono/jsx';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import type { Visit } from '../visit.ts';

interface FigureProps {
  readonly visit: Pick<Visit, 'language'>;
  readonly caption: string;
  /** The picture: an `svg`. */
  readonly picture: Child;
  /** The table with the same figures. */
  readonly children?: Child;
}

/** A picture with its caption and the table of its figures. */
export function Figure({ visit, caption, picture, children }: FigureProps) {
  return (
    <figure>
      <figcaption>{caption}</figcaption>
      {picture}
      <details>
        <summary>{FRAME_TEXTS[visit.language].figures}</summary>
        <section class="scroll" tabindex={0} aria-label={caption}>
          {children}
        </section>
      </details>
    </figure>
  );
}
