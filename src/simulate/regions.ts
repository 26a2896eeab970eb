import type { Random } from './random.ts';

export type RegionCode = 'BR' | 'EG';

/** The differences between the two regional variants of the interface that a simulated order needs. */
export interface RegionProfile {
  readonly code: RegionCode;
  readonly zone: string;
  readonly currency: string;
  /** Weight of each hour of the local clock, from 00:00: quiet at night, a peak in the evening. */
  readonly hourWeights: readonly number[];
  /** A realistic amount in minor units (centavos, piastres), roughly log-normal. */
  drawMinor(random: Random): number;
  /** The amount as the merchant writes it: 20000 centavos are `20000`, 15050 piastres are `150.5`. */
  requestText(minor: number): string;
  /** The amount as the service writes it: 15050 piastres are `150.50`. */
  serviceText(minor: number): string;
}

export const METHODS = { PIX: 'PIX', FAWRY: 'FAWRY', WALLET: 'WALLET' } as const;

/** A roughly standard normal value: the sum of four uniform values, within ±3.5. */
function normal(random: Random): number {
  return (random.unit() + random.unit() + random.unit() + random.unit() - 2) * 1.7321;
}

function drawCentavos(random: Random): number {
  const reais = Math.exp(4.35 + 0.95 * normal(random));
  const ending = random.between(0, 99);
  if (ending < 35) return Math.max(1, Math.round(reais / 5)) * 500;
  if (ending < 60) return Math.max(1, Math.round(reais)) * 100 - 10;
  return Math.max(100, Math.round(reais * 100));
}

function drawPiastres(random: Random): number {
  const pounds = Math.exp(5.5 + 0.85 * normal(random));
  const ending = random.between(0, 99);
  if (ending < 60) return Math.max(5, Math.round(pounds)) * 100;
  if (ending < 80) return Math.max(5, Math.round(pounds)) * 100 + 50;
  return Math.max(500, Math.round(pounds * 100));
}

/** Major units with two decimals: 15005 is `150.05`. */
export function twoDecimals(minor: number): string {
  const rest = minor % 100;
  return `${(minor - rest) / 100}${rest < 10 ? '.0' : '.'}${rest}`;
}

/** Major units as a JSON number is usually written: 15000 is `150`, 15050 is `150.5`. */
function fewestDecimals(minor: number): string {
  const rest = minor % 100;
  if (rest === 0) return `${minor / 100}`;
  return rest % 10 === 0 ? `${(minor - rest) / 100}.${rest / 10}` : twoDecimals(minor);
}

export const REGIONS: { readonly BR: RegionProfile; readonly EG: RegionProfile } = {
  BR: {
    code: 'BR',
    zone: 'America/Sao_Paulo',
    currency: 'BRL',
    hourWeights: [
      30, 18, 11, 8, 7, 9, 16, 28, 42, 54, 62, 70, 76, 70, 66, 66, 70, 78, 92, 106, 112, 104, 82, 52,
    ],
    drawMinor: drawCentavos,
    requestText: String,
    serviceText: String,
  },
  EG: {
    code: 'EG',
    zone: 'Africa/Cairo',
    currency: 'EGP',
    hourWeights: [
      44, 28, 17, 11, 8, 8, 11, 18, 30, 44, 56, 64, 72, 76, 74, 70, 72, 80, 92, 104, 110, 108, 92, 66,
    ],
    drawMinor: drawPiastres,
    requestText: fewestDecimals,
    serviceText: twoDecimals,
  },
};
