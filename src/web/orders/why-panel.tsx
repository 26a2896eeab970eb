import { WHY_TEXTS } from '../../texts/page/why-texts.ts';
import { Say } from '../parts/say.tsx';
import type { StoryProps } from './story-words.ts';
import { whyOf } from './why.ts';

/** Why the order is what it is, and what could change it. */
export function WhyPanel({ visit, story, zone }: StoryProps) {
  const texts = WHY_TEXTS[visit.language];
  const { why, change } = whyOf(visit, story, zone);
  return (
    <section>
      <h2 id="why">{texts.heading}</h2>
      <div class="columns">
        <div>
          <h3>{texts.why}</h3>
          {why.map((phrase) => (
            <p>
              <Say phrase={phrase} />
            </p>
          ))}
        </div>
        <div>
          <h3>{texts.change}</h3>
          <ul>
            {change.map((phrase) => (
              <li>
                <Say phrase={phrase} />
              </li>
            ))}
          </ul>
          <p class="dim">{texts.nextRun}</p>
        </div>
      </div>
    </section>
  );
}
