/** What happens in a world: plain data, so that a list of it can be kept in a file, shortened and played again. */
import type { RegionCode } from '../../src/simulate/regions.ts';

/** An order of a date, by its scenario of src/simulate and the number from which its values are drawn. */
export interface OrderOfDate {
  readonly scenario: string;
  readonly number: number;
}

/** Which of the records that have come into being a file holds. */
export interface Selection {
  /** From which the choice is drawn. */
  readonly draw: number;
  /** Share of the records that no file has had yet. */
  readonly share: number;
  /** Share of those that one has had. */
  readonly again: number;
  readonly kind?: 'pay-in' | 'callback';
}

interface At {
  /** What the machine's clock shows. */
  readonly at: string;
  /** POINT:MOMENT:KIND at which the command fails first; it is given again afterwards. */
  readonly fault?: string;
}

/** Orders are placed, paid and called back by themselves: nothing of it is in a file yet. */
export interface Orders {
  readonly do: 'orders';
  readonly date: string;
  readonly region: RegionCode;
  readonly orders: readonly OrderOfDate[];
  /** Whether the merchant's own times have no offset. */
  readonly isLocal: boolean;
}

export interface Read extends At, Selection {
  readonly do: 'read';
  readonly form: 'ndjson' | 'gzip' | 'csv' | 'growing';
  /** `cut`: a packed file that breaks off, or a growing one whose last line does. It is whole when it is read again. */
  readonly harm?: 'cut';
}

export interface Run extends At {
  readonly do: 'run';
  /** Dates from the first, of all that have begun; all of them if absent. */
  readonly dates?: readonly [from: number, to: number];
  readonly region?: RegionCode;
  /** Hours before the clock. */
  readonly hoursAgo?: number;
  readonly isPreview?: boolean;
  /** Files that come into being are read by the same command. */
  readonly reads?: Selection;
}

export interface Decide extends At {
  readonly do: 'decide';
  readonly what:
    | 'resolve'
    | 'accept'
    | 'write-off'
    | 'approve'
    | 'decline'
    | 'note'
    | 'assign'
    | 'reopen'
    | 'undo';
  /** Chooses among the findings that there are. */
  readonly number: number;
}

export interface Withdraw extends At {
  readonly do: 'withdraw';
  /** Chooses among the sources that were read. */
  readonly number: number;
}

export interface NothingLogged extends At {
  readonly do: 'nothing-logged';
  readonly region: RegionCode;
  readonly kind: 'pay-ins' | 'callbacks';
  readonly hours: number;
}

/** The zone of the merchant's own clock is corrected, and what is kept is read again. */
export interface Settings extends At {
  readonly do: 'settings';
  readonly zone: string;
}

export interface Close extends At {
  readonly do: 'close';
  /** How many dates before the clock's; undefined reopens. */
  readonly daysAgo?: number;
  readonly region: RegionCode;
}

export interface Purge extends At {
  readonly do: 'purge';
  readonly daysAgo: number;
}

export interface Deliver extends At {
  readonly do: 'deliver';
}

/** Callbacks are sent to capture, which is killed; what it acknowledged must be in its log, which is then read. */
export interface Capture extends At, Selection {
  readonly do: 'capture';
  readonly isKilled: boolean;
}

/** Somebody looks at the page. */
export interface Page extends At {
  readonly do: 'page';
}

/** The provider states what became of orders by then, not always rightly. */
export interface State extends At {
  readonly do: 'state';
  /** From which the choice is drawn. */
  readonly draw: number;
  /** Share of the records that exist by then. */
  readonly share: number;
}

/** Two processes at once. */
export interface Beside {
  readonly do: 'beside';
  readonly at: string;
  readonly first: Read | Run;
  readonly second: Read | Run;
}

export type Action =
  | Orders
  | Read
  | Run
  | Decide
  | Withdraw
  | NothingLogged
  | Settings
  | Close
  | Purge
  | Deliver
  | Capture
  | Page
  | State
  | Beside;

/** The action in a line, for a report of what failed. */
export function textOf(action: Action): string {
  const { do: what, ...rest } = action;
  if (action.do !== 'orders') return `${what} ${JSON.stringify(rest)}`;
  const names = action.orders.map(({ scenario }) => scenario).join(' ');
  return `orders of ${action.date} ${action.region}: ${names}`;
}
