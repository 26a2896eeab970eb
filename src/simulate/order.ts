import type { ZoneDay } from './calendar.ts';
import type { Party } from './parties.ts';
import type { Random } from './random.ts';
import type { RegionProfile } from './regions.ts';

/** The format of a time from the service. The last two violate the interface. */
export type TimeForm = 'offset' | 'local' | 'utc' | 'slashes' | 'absent';

/** The service's answer to one call. All instants here are epoch seconds. */
export interface PayInResponse {
  at: number;
  code: string;
  message: string;
  tradeNo: string | undefined;
  amountText: string;
}

/** One call of "create pay-in order". */
export interface PayIn {
  sentAt: number;
  sentMilliseconds: number;
  purpose: string;
  currency: string;
  amountText: string;
  method: string;
  /** Seconds; undefined means the interface's default of 3600. */
  expirySeconds: number | undefined;
  /** Undefined if the call timed out. */
  response: PayInResponse | undefined;
}

/** One delivery of a notification. */
export interface Callback {
  orderNo: string;
  tradeNo: string;
  party: Party;
  method: string;
  status: string;
  currency: string;
  amountText: string;
  completedAt: number;
  completedForm: TimeForm;
  receivedAt: number;
  receivedMilliseconds: number;
  /** Whether X-TIMESTAMP has the region's offset or, as from some channels, that of UTC. */
  headerForm: 'offset' | 'utc' | 'absent';
  ack: string;
  verified: boolean;
  /** Number of identical copies of the line in the log. */
  copies: number;
  /** Whether the line is cut off in the middle, as on a full disk. */
  isCut: boolean;
}

/** All log records of one order. A scenario changes an order that was paid as requested. */
export interface Order {
  readonly region: RegionProfile;
  readonly index: number;
  readonly orderNo: string;
  readonly tradeNo: string;
  readonly amountMinor: number;
  readonly requestedAt: number;
  /** Number of the fictional payer, below 10,000. */
  readonly payer: number;
  party: Party;
  payIns: PayIn[];
  callbacks: Callback[];
}

/** Values shared by the orders of one region and date. */
export interface Scene {
  readonly region: RegionProfile;
  readonly day: ZoneDay;
  readonly random: Random;
  /** Number of orders in this region on this date. */
  readonly orders: number;
  readonly numbering: Numbering;
  /** Maps a share of the day's orders to the instant of the request. */
  readonly requestTime: (share: number) => number;
}

export interface Numbering {
  /** yyMMdd and three characters derived from the seed, so that days of different seeds share no order number. */
  readonly orderStem: string;
  readonly digitsStem: string;
  readonly tradeStem: string;
}
