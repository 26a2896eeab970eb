import { hash } from 'node:crypto';
import { SANDBOX_FAULTS, type SandboxFault, type SandboxSettings } from '../settings/sandbox.ts';

/**
 * A number from 0 to below 1 that depends on the seed, an order and what it is for, and on nothing else: not on when or
 * after which others the order was sent.
 */
export function draw(seed: number, merchantId: string, orderNo: string, purpose: string): number {
  const digits = hash('sha256', `${seed}\n${merchantId}\n${orderNo}\n${purpose}`, 'hex').slice(0, 12);
  return Number.parseInt(digits, 16) / 2 ** 48;
}

/** The fault of an order, by the rates of the settings. */
export function drawFault(
  { seed, faults }: Pick<SandboxSettings, 'seed' | 'faults'>,
  merchantId: string,
  orderNo: string,
): SandboxFault | undefined {
  const place = draw(seed, merchantId, orderNo, 'fault');
  let end = 0;
  for (const fault of Object.keys(SANDBOX_FAULTS) as SandboxFault[]) {
    end += faults[fault] ?? 0;
    if (place < end) return fault;
  }
  return undefined;
}
