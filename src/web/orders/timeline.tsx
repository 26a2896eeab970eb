import { type StoryMark, timelineMarks } from '../../books/order/timeline-marks.ts';
import { formatInstant, instantOfText, isoInstant, secondsBetween } from '../../normalise/instant.ts';
import { type MarkName, ORDER_TEXTS } from '../../texts/page/order-texts.ts';
import { durationWords } from '../parts/duration-words.ts';
import { Figure } from '../parts/figure.tsx';
import { isolatedText } from '../parts/identifier.tsx';
import { Moment } from '../parts/moment.tsx';
import { Table } from '../parts/table.tsx';
import { momentPhrase, type StoryProps, type Words } from './story-words.ts';
import { TIMELINE_WIDTH, type TimelineLayout, textWidth, timelineLayout } from './timeline-layout.ts';

const ROW = 19;
const TOP = 8;
const LIMITS: readonly MarkName[] = ['expiry', 'deadline', 'horizon'];

/** The order's events on a line, with the table of the same. */
export function Timeline({ visit, story, zone }: StoryProps) {
  const texts = ORDER_TEXTS[visit.language];
  const marks = timelineMarks(story).toSorted((a, b) => -secondsBetween(a.at, b.at));
  if (marks.length === 0) return null;
  const rows = marks.map((mark, index) => ({
    mark,
    since: index === 0 ? undefined : secondsBetween(marks[index - 1]!.at, mark.at),
  }));
  const now = story.asOf === null ? undefined : instantOfText(story.asOf);
  return (
    <section>
      <h2 id="timeline">{texts.timeline}</h2>
      <Figure
        visit={visit}
        caption={texts.legend}
        picture={<Picture visit={visit} marks={marks} zone={zone} now={now} />}
      >
        <Table headings={[texts.mark, texts.when, texts.sinceBefore]}>
          {rows.map(({ mark, since }) => (
            <tr>
              <th scope="row">{labelOf(visit, mark)}</th>
              <td>
                <Moment at={isoOf(mark)} zone={zone} visit={visit} />
              </td>
              <td>{since === undefined ? '' : durationWords(visit, since)}</td>
            </tr>
          ))}
        </Table>
      </Figure>
    </section>
  );
}

interface PictureProps {
  readonly visit: StoryProps['visit'];
  readonly marks: readonly StoryMark[];
  readonly zone: string;
  readonly now: StoryMark['at'] | undefined;
}

function Picture({ visit, marks, zone, now }: PictureProps) {
  const texts = ORDER_TEXTS[visit.language];
  const durationOf = (seconds: number) => durationWords(visit, seconds);
  const layout = timelineLayout(
    marks.map((mark) => ({
      at: mark.at,
      label: labelOf(visit, mark),
      isLimit: LIMITS.includes(mark.name),
    })),
    durationOf,
  );
  const mirrored = visit.language === 'ar';
  const place = (x: number) => (mirrored ? TIMELINE_WIDTH - x : x);
  const axis = TOP + layout.rows * ROW + 8;
  const ends = [marks[0]!, marks.at(-1)!].map((mark) => isolatedText(momentPhrase(visit, isoOf(mark), zone)));
  return (
    <section class="scroll" tabindex={0} aria-label={texts.timeline}>
      <svg
        class="timeline"
        viewBox={`0 0 ${TIMELINE_WIDTH} ${axis + 62}`}
        role="img"
        aria-labelledby="timeline-title timeline-description"
      >
        <title id="timeline-title">{texts.timeline}</title>
        <desc id="timeline-description">
          {`${texts.picture(visit.formats.count(marks.length), ends[0]!, ends[1]!)} ${marks.map((mark) => labelOf(visit, mark)).join(' – ')}. ${texts.legend}`}
        </desc>
        <Axis layout={layout} axis={axis} now={now} place={place} />
        {layout.gaps.map(({ seconds, middle, width }) =>
          textWidth(durationOf(seconds)) > width - 4 ? null : (
            <text class="dim-text" x={place(middle)} y={axis + 20} text-anchor="middle">
              {durationOf(seconds)}
            </text>
          ),
        )}
        <text class="dim-text" x={place(layout.places[0]!.x)} y={axis + 40} text-anchor="start">
          {ends[0]}
        </text>
        {layout.places.length === 1 ? null : (
          <text class="dim-text" x={place(TIMELINE_WIDTH - 10)} y={axis + 56} text-anchor="end">
            {ends[1]}
          </text>
        )}
      </svg>
    </section>
  );
}

interface AxisProps {
  readonly layout: TimelineLayout;
  /** Distance of the line from the top. */
  readonly axis: number;
  readonly now: StoryMark['at'] | undefined;
  readonly place: (x: number) => number;
}

/** The line with its places, stems and labels. What is after `now` is dotted. */
function Axis({ layout: { places }, axis, now, place }: AxisProps) {
  const heightOf = (row: number) => axis - 10 - row * ROW;
  const inward = place(1) > place(0) ? 5 : -5;
  return (
    <>
      {places.slice(1).map((to, index) => {
        const from = places[index]!;
        const isLater = now !== undefined && secondsBetween(now, from.at) >= 0;
        return (
          <line class={isLater ? 'later' : 'past'} x1={place(from.x)} x2={place(to.x)} y1={axis} y2={axis} />
        );
      })}
      {places.map(({ x, labels, isLimit }) => (
        <>
          <line
            class="axis"
            x1={place(x)}
            x2={place(x)}
            y1={axis}
            y2={heightOf(Math.max(...labels.map(({ row }) => row))) - 10}
          />
          {isLimit ? (
            <rect class="fill-2" x={place(x) - 5} y={axis - 5} width={10} height={10} />
          ) : (
            <circle class="fill-1" cx={place(x)} cy={axis} r={5.5} />
          )}
          {labels.map(({ text, row }) => (
            <text x={place(x) + inward} y={heightOf(row)} text-anchor="start">
              {text}
            </text>
          ))}
        </>
      ))}
    </>
  );
}

function labelOf({ language, formats }: Words, { name, of }: StoryMark): string {
  const texts = ORDER_TEXTS[language];
  const label = texts.marks[name === 'requestedAgain' && of !== undefined ? 'requested' : name];
  if (of === undefined) return label;
  const count = formats.count(of.count);
  return of.end === 'first' ? texts.firstOf(count, label) : texts.lastOf(count, label);
}

function isoOf({ at }: StoryMark): string {
  return isoInstant(formatInstant(at));
}
