import type { DateStatus, ShownDate, ShownRegion } from '../../books/shown/overview.ts';
import { addDays } from '../../normalise/local-date.ts';
import { OVERVIEW_TEXTS } from '../../texts/page/overview-texts.ts';
import { dateAddress } from '../addresses.ts';
import { Table } from '../parts/table.tsx';
import type { Visit } from '../visit.ts';
import { mondayOf } from './date-ranges.ts';

/** The sign of each status, so that nobody needs its colour. */
const SIGNS: Readonly<Record<DateStatus, string>> = {
  complete: '✓',
  provisional: '~',
  attention: '!',
  missing: '×',
  closed: '■',
  none: '',
};

const LEGEND = ['complete', 'provisional', 'attention', 'missing', 'closed'] as const;

interface CalendarProps {
  readonly visit: Pick<Visit, 'language' | 'formats'>;
  readonly region: ShownRegion;
  /** The region's name in the language. */
  readonly name: string;
}

/** The dates of a region as weeks. Each date leads to its page. */
export function Calendar({ visit: { language, formats }, region, name }: CalendarProps) {
  const texts = OVERVIEW_TEXTS[language];
  const weeks = weeksOf(region.dates);
  const [first] = weeks;
  return (
    <>
      <Table
        class="calendar"
        caption={
          <>
            {texts.calendar.heading}: <bdi>{name}</bdi>
          </>
        }
        headings={first!.map(({ date }) => formats.weekday(date))}
      >
        {weeks.map((week) => (
          <tr>
            {week.map(({ date, shown }) =>
              shown === undefined ? (
                <td></td>
              ) : (
                <td class={`day ${shown.status}`}>
                  {shown.status === 'none' ? (
                    <Day day={formats.dayAndMonth(date)} status="none" label={texts.statuses.none} />
                  ) : (
                    <a href={dateAddress(region.region, date)}>
                      <Day
                        day={formats.dayAndMonth(date)}
                        status={shown.status}
                        label={texts.statuses[shown.status]}
                      />
                    </a>
                  )}
                </td>
              ),
            )}
          </tr>
        ))}
      </Table>
      <Legend language={language} />
    </>
  );
}

function Day({
  day,
  status,
  label,
}: {
  readonly day: string;
  readonly status: DateStatus;
  readonly label: string;
}) {
  return (
    <>
      <bdi>{day}</bdi>{' '}
      <span class="sign" aria-hidden="true">
        {SIGNS[status]}
      </span>{' '}
      <span class="status">{label}</span>
    </>
  );
}

function Legend({ language }: Pick<Visit, 'language'>) {
  const texts = OVERVIEW_TEXTS[language];
  return (
    <details class="legend">
      <summary>{texts.calendar.legend}</summary>
      <ul>
        {LEGEND.map((status) => (
          <li>
            <span class={`badge ${status}`}>
              <span aria-hidden="true">{SIGNS[status]}</span> {texts.statuses[status]}
            </span>{' '}
            {texts.meanings[status]}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface CalendarDay {
  readonly date: string;
  /** Undefined before the first date that is shown and after the last. */
  readonly shown: ShownDate | undefined;
}

/** Weeks from Monday to Sunday that contain the dates. */
function weeksOf(dates: readonly ShownDate[]): CalendarDay[][] {
  const byDate = new Map(dates.map((shown) => [shown.date, shown]));
  const last = dates.at(-1)!.date;
  const weeks: CalendarDay[][] = [];
  for (let monday = mondayOf(dates[0]!.date); monday <= last; monday = addDays(monday, 7)) {
    weeks.push(
      [0, 1, 2, 3, 4, 5, 6].map((day) => {
        const date = addDays(monday, day);
        return { date, shown: byDate.get(date) };
      }),
    );
  }
  // Weeks before the first report say nothing.
  const first = weeks.findIndex((week) => week.some(({ shown }) => (shown?.status ?? 'none') !== 'none'));
  return first === -1 ? weeks.slice(-1) : weeks.slice(first);
}
