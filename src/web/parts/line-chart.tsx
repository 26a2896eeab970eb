import { scaleLinear, scalePoint } from 'd3-scale';
import { line } from 'd3-shape';

export interface Series {
  readonly label: string;
  /** A value for each position, null where there is none. */
  readonly values: ReadonlyArray<number | null>;
}

interface LineChartProps {
  /** Unique on its page. */
  readonly id: string;
  readonly title: string;
  /** What the picture shows, in a sentence, for people who do not see it. */
  readonly description: string;
  /** Positions from first to last, as their labels. */
  readonly positions: readonly string[];
  readonly series: readonly Series[];
  readonly shown: (value: number) => string;
  /** The lowest and the highest value of the axis; else from the values. */
  readonly domain?: readonly [number, number];
  /** Whether time runs from right to left. */
  readonly isRightToLeft: boolean;
}

const WIDTH = 640;
const HEIGHT = 220;
const SIDE = 56;
const TOP = 16;
const BOTTOM = 34;

/** Lines over positions, such as shares over dates. Each has its own colour and stroke, and its label at its end. */
export function LineChart(props: LineChartProps) {
  const { id, title, description, positions, series, shown, isRightToLeft } = props;
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const [low, high] = props.domain ?? [Math.min(0, ...values), Math.max(1, ...values)];
  const range: [number, number] = isRightToLeft ? [WIDTH - SIDE, SIDE] : [SIDE, WIDTH - SIDE];
  const x = scalePoint(positions, range);
  const y = scaleLinear([low, high], [HEIGHT - BOTTOM, TOP]).nice(4);
  const path = line<number | null>(
    (_value, index) => x(positions[index]!)!,
    (value) => y(value!),
  ).defined((value) => value !== null);
  const every = Math.max(1, Math.ceil(positions.length / 6));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={`${id}-title ${id}-description`}>
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-description`}>{description}</desc>
      {y.ticks(4).map((tick) => (
        <>
          <line class="axis" x1={SIDE} x2={WIDTH - SIDE} y1={y(tick)} y2={y(tick)} />
          <text
            class="dim-text"
            x={isRightToLeft ? WIDTH - SIDE + 6 : SIDE - 6}
            y={y(tick) + 4}
            text-anchor="end"
          >
            {shown(tick)}
          </text>
        </>
      ))}
      {positions.map((label, index) =>
        index % every === 0 ? (
          <text class="dim-text" x={x(label)} y={HEIGHT - 10} text-anchor="middle">
            {label}
          </text>
        ) : null,
      )}
      {series.map(({ values: own }, index) => (
        <>
          <path class={`line series-${index + 1}${index === 1 ? ' dashed' : ''}`} d={path([...own]) ?? ''} />
          {own.map((value, at) =>
            value === null ? null : (
              <circle class={`fill-${index + 1}`} cx={x(positions[at]!)} cy={y(value)} r={2.5} />
            ),
          )}
        </>
      ))}
    </svg>
  );
}
