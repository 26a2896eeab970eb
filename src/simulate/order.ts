import type { ZoneDay } from './calendar.ts';
import type { Party } from './parties.ts';
import type { Random } from './random.ts';
import type { RegionProfile } from './regions.ts';

/** How a time of the service is written; the last two are not what the interface asks for. */
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
  /** Seconds; undefined leaves the interface's default of 3600. */
  expirySeconds: number | undefined;
  /** Undefined: the call timed out. */
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
  /** Whether X-TIMESTAMP has the region's offset or, from some channels, that of UTC. */
  headerForm: 'offset' | 'utc' | 'absent';
  ack: string;
  verified: boolean;
  /** How often the very same line stands in the log. */
  copies: number;
  /** True: the line breaks off in the middle, as when a disk was full. */
  isCut: boolean;
}

/** Everything that was logged of one order. A scenario starts from one paid as asked and changes it. */
export interface Order {
  readonly region: RegionProfile;
  readonly index: number;
  readonly orderNo: string;
  readonly tradeNo: string;
  readonly amountMinor: number;
  readonly requestedAt: number;
  /** Below 10,000: which of the made-up payers this is. */
  readonly payer: number;
  party: Party;
  payIns: PayIn[];
  callbacks: Callback[];
}

/** What the orders of one region and date have in common. */
export interface Scene {
  readonly region: RegionProfile;
  readonly day: ZoneDay;
  readonly random: Random;
  /** Orders of this region and date. */
  readonly orders: number;
  readonly numbering: Numbering;
  /** Maps a share of the day's orders to the instant of the request. */
  readonly requestTime: (share: number) => number;
}

export interface Numbering {
  /** yyMMdd and three characters of the seed, so that days of different seeds share no order number. */
  readonly orderStem: string;
  readonly digitsStem: string;
  readonly tradeStem: string;
}
