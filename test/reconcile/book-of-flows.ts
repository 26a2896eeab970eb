/** An order as it held at a run. */
export interface Held {
  readonly business_date: string;
  readonly closed_on: string | null;
  readonly region: string;
  readonly requested_currency: string | null;
  readonly requested_minor: string | null;
  readonly outcome: string;
}

/** One order that came, or went, on a date. */
export interface Flow {
  readonly date: string;
  readonly currency: string | null;
  readonly kind: (typeof KINDS)[number];
  readonly minor: string | null;
}

const KINDS = ['requested', 'paid', 'rejected', 'failed', 'expired', 'reversed'] as const;
const KIND_OF: Readonly<Record<string, Flow['kind']>> = {
  MATCHED: 'paid',
  MISMATCH: 'paid',
  REJECTED: 'rejected',
  FAILED: 'failed',
  EXPIRED: 'expired',
  REVERSED: 'reversed',
};

/** What the orders of a region come to, order by order. */
export function flowsOf(orders: readonly Held[]): Flow[] {
  return orders
    .filter(({ outcome }) => outcome !== 'ORPHAN')
    .flatMap((order) => {
      const one = { currency: order.requested_currency, minor: order.requested_minor };
      const came: Flow = { ...one, date: order.business_date, kind: 'requested' };
      const kind = KIND_OF[order.outcome];
      return kind === undefined ? [came] : [came, { ...one, date: order.closed_on!, kind }];
    });
}

/** The rows of roll-forward that the flows of a region make for a date, counted one by one. */
export function rollForwardOf(flows: readonly Flow[], date: string, region: string): object[] {
  const currencies = [...new Set(flows.map(({ currency }) => currency))];
  return currencies
    .sort((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))
    .map((currency) => {
      const own = flows.filter((flow) => flow.currency === currency);
      const stages = [
        ['opening', sumsOf(own.filter((flow) => flow.date < date))],
        ...KINDS.map((kind) => [
          kind,
          absolute(sumsOf(own.filter((flow) => flow.date === date && flow.kind === kind))),
        ]),
        ['closing', sumsOf(own.filter((flow) => flow.date <= date))],
      ] as Array<[string, Sums]>;
      const cells = stages.flatMap(([stage, sums]) =>
        Object.entries(sums).map(([name, sum]) => [`${stage}_${name}`, String(sum)] as const),
      );
      return { date, region, currency, ...Object.fromEntries(cells) };
    })
    .filter(({ date: _date, region: _region, currency: _currency, ...cells }) =>
      Object.values(cells).some((cell) => cell !== '0'),
    );
}

interface Sums {
  readonly orders: bigint;
  readonly minor: bigint;
  readonly unreadable: bigint;
}

/** What came less what went. */
function sumsOf(flows: readonly Flow[]): Sums {
  const sum = (of: (flow: Flow) => bigint) =>
    flows.reduce((all, flow) => all + (flow.kind === 'requested' ? of(flow) : -of(flow)), 0n);
  return {
    orders: sum(() => 1n),
    minor: sum(({ minor }) => BigInt(minor ?? 0)),
    unreadable: sum(({ minor }) => (minor === null ? 1n : 0n)),
  };
}

function absolute({ orders, minor, unreadable }: Sums): Sums {
  const positive = (value: bigint) => (value < 0n ? -value : value);
  return { orders: positive(orders), minor: positive(minor), unreadable: positive(unreadable) };
}
