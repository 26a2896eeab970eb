import { ROLES } from '../settings/page.ts';

export type Role = (typeof ROLES)[number];

interface RightRule {
  /** The least role that has the right. */
  readonly role: Role;
  /** Whether it concerns all merchants, so that nobody limited to some of them has it. */
  readonly ofAllMerchants: boolean;
}

/** What people may do. */
const RIGHTS = {
  /** See figures, findings, orders and reports, and download them. */
  look: { role: 'viewer', ofAllMerchants: false },
  /** See sources, rejected lines and jobs, which belong to no merchant. */
  operations: { role: 'viewer', ofAllMerchants: true },
  /** Decide about findings. */
  decide: { role: 'operator', ofAllMerchants: false },
  /** Reconcile a date again. */
  reconcile: { role: 'operator', ofAllMerchants: true },
  /** Approve what another person has decided. */
  approve: { role: 'approver', ofAllMerchants: false },
  /** Manage users. */
  administer: { role: 'admin', ofAllMerchants: true },
} as const satisfies Readonly<Record<string, RightRule>>;

export type Right = keyof typeof RIGHTS;

/** A person who may use the page, and approve decisions. */
export interface Account {
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
  /** The only merchants whose data the person sees; undefined for all. */
  readonly merchants: readonly string[] | undefined;
}

/** Whether a person has a right. */
export function may({ role, merchants }: Account, right: Right): boolean {
  const rule: RightRule = RIGHTS[right];
  if (rule.ofAllMerchants && merchants !== undefined) return false;
  return ROLES.indexOf(role) >= ROLES.indexOf(rule.role);
}

/** Whether a person sees what belongs to a merchant. */
export function sees({ merchants }: Account, merchantId: string): boolean {
  return merchants === undefined || merchants.includes(merchantId);
}
