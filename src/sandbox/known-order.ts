import type { SandboxFault } from '../settings/sandbox.ts';

/** An order as the sandbox keeps it. Payer data is in memory only. Times are milliseconds since 1970. */
export interface SandboxOrder {
  readonly merchantId: string;
  readonly merchantName: string | undefined;
  readonly subMerchantId: string | undefined;
  readonly subMerchantName: string | undefined;
  readonly orderNo: string;
  readonly tradeNo: string;
  readonly purpose: string;
  /** Name of the region of the settings. */
  readonly region: string;
  readonly currency: string;
  /** The amount as it was sent, in the unit of the region's messages. */
  readonly amountText: string;
  /** In minor units, as text. */
  readonly amountMinor: string;
  readonly paymentMethod: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly redirectUrl: string | undefined;
  readonly callbackUrl: string | undefined;
  /** SHA-256 of the request's body, to tell a repetition from another order. */
  readonly bodySha256: string;
  readonly fault: SandboxFault | undefined;
  /** Number of the order, from 1; tradeNo is made of it. */
  readonly number: number;
}

/** A payment of an order. */
export interface SandboxPayment {
  readonly tradeNo: string;
  /** In minor units, as text. */
  readonly amountMinor: string;
  readonly paidAt: number;
}

/** One attempt to deliver a callback, and what came of it. */
export interface SandboxDelivery {
  readonly sentAt: number;
  /** Number of the payment within the order, from 1. */
  readonly paymentNumber: number;
  /** Number of the callback among those of the payment, from 1: a fault may cause two. */
  readonly callbackNumber: number;
  /** The body that was sent, without the payer. */
  readonly body: Readonly<Record<string, unknown>>;
  /** True if the receiver answered SUCCESS and nothing else. */
  readonly isAcknowledged: boolean;
  /** What it answered instead, or why there was no answer. */
  readonly answer: string;
}

/** Everything that the sandbox knows of an order. */
export interface KnownOrder {
  readonly order: SandboxOrder;
  readonly payments: SandboxPayment[];
  readonly deliveries: SandboxDelivery[];
  /** Payer data for callbacks; lost at a restart. */
  payer: unknown;
}

/** Identifies an order: orderNo is unique per merchant only. */
export function keyOfOrder({ merchantId, orderNo }: Pick<SandboxOrder, 'merchantId' | 'orderNo'>): string {
  return `${merchantId}\n${orderNo}`;
}
