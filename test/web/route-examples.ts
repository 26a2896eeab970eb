import type { Role } from '../../src/access/account.ts';
import { orderAddress } from '../../src/web/addresses.ts';
import { chosenText } from '../../src/web/findings/chosen-key.ts';
import { DATE } from '../export/books.ts';

/** What the examples are about. */
export interface Subjects {
  /** An order of the merchant that limited visitors are limited to, and one of another merchant. */
  readonly own: { readonly merchantId: string; readonly orderNo: string };
  readonly foreign: { readonly merchantId: string; readonly orderNo: string };
  /** A user whom administrators change. */
  readonly userId: string;
  /** What a form says that it showed of this user, as the user is now. */
  readonly userSeen: string;
  /** Differs from one request to the next. */
  readonly unique: string;
}

export interface RouteExample {
  /** The address with its parameters, and a query if it takes one. */
  readonly address: string;
  /** Fields of the form, without the hidden ones. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Statuses that show that the route was taken by somebody with the right. */
  readonly taken: readonly number[];
  /** The same for somebody with the right who is limited to the own merchant; absent: the same. */
  readonly takenLimited?: readonly number[];
  /** Whether the visitor has signed out by it. */
  readonly endsSession?: boolean;
}

/** The roles, the one with the fewest rights first. */
export const ROLES: readonly Role[] = ['viewer', 'operator', 'approver', 'admin'];

/** Who may take a route: anybody, everybody who has signed in, or from some role on. */
export type Entitled = 'anybody' | 'signed in' | LeastRole;

export interface LeastRole {
  readonly leastRole: Role;
  /** Whether somebody who is limited to some merchants may not. */
  readonly ofAllMerchants: boolean;
}

const VIEWER: LeastRole = { leastRole: 'viewer', ofAllMerchants: false };
const VIEWER_OF_ALL: LeastRole = { leastRole: 'viewer', ofAllMerchants: true };
const OPERATOR: LeastRole = { leastRole: 'operator', ofAllMerchants: false };
const OPERATOR_OF_ALL: LeastRole = { leastRole: 'operator', ofAllMerchants: true };
const ADMIN_OF_ALL: LeastRole = { leastRole: 'admin', ofAllMerchants: true };

/** Who may take each route. Written here, and not read from the program, whose own table may be wrong. */
export const ENTITLED: Readonly<Record<string, Entitled>> = {
  'GET /language/:language': 'anybody',
  'GET /sign-in': 'anybody',
  'POST /sign-in': 'anybody',
  'GET /sign-in/oidc': 'anybody',
  'GET /sign-in/oidc/callback': 'anybody',
  'POST /sign-out': 'signed in',
  'GET /account': 'signed in',
  'POST /account/sign-out-everywhere': 'signed in',
  'POST /account/password': 'signed in',
  'POST /account/tokens': 'signed in',
  'POST /account/tokens/:token/revoke': 'signed in',
  'GET /': VIEWER,
  'GET /dates/:region/:date': VIEWER,
  'GET /dates/:region/:date/reports/:report': VIEWER,
  'GET /download': VIEWER,
  'GET /download/:region/:date/:version/:file': VIEWER,
  'GET /download/:region/:from/to/:to/:file': VIEWER,
  'GET /orders': VIEWER,
  'GET /order': VIEWER,
  'GET /order/:merchant/:order': VIEWER,
  'GET /findings': VIEWER,
  'GET /findings.csv': VIEWER,
  'GET /findings.excel-br.csv': VIEWER,
  'GET /findings.excel-eg.csv': VIEWER,
  'GET /findings.xlsx': VIEWER,
  'GET /findings.parquet': VIEWER,
  'GET /findings/decided/:entries': VIEWER,
  'GET /data': VIEWER_OF_ALL,
  'GET /data/rejected': VIEWER_OF_ALL,
  'GET /data/runs/:id': VIEWER_OF_ALL,
  'GET /data/runs/:id/events': VIEWER_OF_ALL,
  'GET /findings/confirm': OPERATOR,
  'POST /findings/decide': OPERATOR,
  'POST /data/reconcile': OPERATOR_OF_ALL,
  'GET /users': ADMIN_OF_ALL,
  'GET /users/:user': ADMIN_OF_ALL,
  'POST /users': ADMIN_OF_ALL,
  'POST /users/:user/password': ADMIN_OF_ALL,
  'POST /users/:user/access': ADMIN_OF_ALL,
  'POST /users/:user/disable': ADMIN_OF_ALL,
  'POST /users/:user/enable': ADMIN_OF_ALL,
  'POST /users/:user/sign-out': ADMIN_OF_ALL,
};

const DOWNLOAD = `/download/BR/${DATE}/newest`;

/**
 * Examples for every route, by method and path. A route that is added needs at least one here: of its usual case, and if
 * its address names something of a merchant, one of another merchant with `takenLimited`.
 */
export const ROUTE_EXAMPLES: Readonly<Record<string, (subjects: Subjects) => readonly RouteExample[]>> = {
  'GET /language/:language': () => [{ address: '/language/pt?back=/account', taken: [303] }],
  'GET /sign-in': () => [{ address: '/sign-in?then=/account', taken: [200, 303] }],
  // Without the cookie that the page of the form sets.
  'POST /sign-in': () => [{ address: '/sign-in', fields: { name: 'x', password: 'y' }, taken: [403] }],
  // No provider is set.
  'GET /sign-in/oidc': () => [{ address: '/sign-in/oidc', taken: [404] }],
  'GET /sign-in/oidc/callback': () => [{ address: '/sign-in/oidc/callback?code=a&state=b', taken: [404] }],
  'POST /sign-out': () => [{ address: '/sign-out', taken: [303], endsSession: true }],
  'GET /account': () => [{ address: '/account', taken: [200] }],
  'POST /account/sign-out-everywhere': () => [
    { address: '/account/sign-out-everywhere', taken: [303], endsSession: true },
  ],
  'POST /account/password': () => [
    { address: '/account/password', fields: { password: 'x', new_password: 'a', again: 'b' }, taken: [400] },
  ],
  'POST /account/tokens': () => [
    { address: '/account/tokens', fields: { name: 'script', days: '1' }, taken: [200] },
  ],
  'POST /account/tokens/:token/revoke': () => [{ address: '/account/tokens/999/revoke', taken: [400] }],
  'GET /users': () => [{ address: '/users', taken: [200] }],
  'GET /users/:user': ({ userId }) => [{ address: `/users/${userId}`, taken: [200] }],
  'POST /users': ({ unique }) => [
    { address: '/users', fields: { name: unique, role: 'viewer', limit: 'all' }, taken: [200] },
  ],
  'POST /users/:user/password': ({ userId }) => [{ address: `/users/${userId}/password`, taken: [200] }],
  'POST /users/:user/access': ({ userId, userSeen: seen }) => [
    { address: `/users/${userId}/access`, fields: { seen, role: 'operator', limit: 'all' }, taken: [303] },
  ],
  'POST /users/:user/disable': ({ userId }) => [{ address: `/users/${userId}/disable`, taken: [303] }],
  'POST /users/:user/enable': ({ userId, userSeen: seen }) => [
    { address: `/users/${userId}/enable`, fields: { seen }, taken: [303] },
  ],
  'POST /users/:user/sign-out': ({ userId }) => [{ address: `/users/${userId}/sign-out`, taken: [303] }],
  'GET /download/:region/:from/to/:to/:file': () => [
    { address: `/download/BR/${DATE}/to/${DATE}/orders.csv`, taken: [200] },
    { address: `/download/BR/${DATE}/to/${DATE}/findings.xlsx`, taken: [200] },
    ...['all.zip', 'all.excel-eg.zip', 'all.xlsx.zip', 'all.parquet.zip'].map((file) => ({
      address: `/download/BR/${DATE}/to/${DATE}/${file}`,
      taken: [200],
    })),
  ],
  'GET /download/:region/:date/:version/:file': () =>
    [
      ...[
        'orders.csv',
        'findings.csv',
        'payments-summary.excel-br.csv',
        'orders.xlsx',
        'orders.parquet',
        'workbook.xlsx',
      ],
      ...['orphan-callbacks.csv', 'amount-mismatches.excel-eg.csv', 'all.zip'],
    ].map((file) => ({ address: `${DOWNLOAD}/${file}`, taken: [200] })),
  'GET /download': () => [
    { address: `/download?region=BR&from=${DATE}&to=${DATE}&report=orders&form=csv`, taken: [303] },
  ],
  'GET /': () => [{ address: '/', taken: [200] }],
  'GET /dates/:region/:date': () => [{ address: `/dates/BR/${DATE}`, taken: [200] }],
  'GET /dates/:region/:date/reports/:report': () =>
    ['orders', 'findings', 'payments', 'orphan-callbacks', 'daily-summary'].map((report) => ({
      address: `/dates/BR/${DATE}/reports/${report}`,
      taken: [200],
    })),
  'GET /orders': ({ own, foreign }) => [
    { address: `/orders?find=${own.orderNo}`, taken: [200, 303] },
    { address: `/orders?find=${foreign.orderNo}`, taken: [200, 303], takenLimited: [404] },
  ],
  'GET /order/:merchant/:order': ({ own, foreign }) => [
    { address: orderAddress(own.merchantId, own.orderNo), taken: [200] },
    { address: orderAddress(foreign.merchantId, foreign.orderNo), taken: [200], takenLimited: [404] },
  ],
  'GET /order': ({ own, foreign }) => [
    { address: `/order?merchant=${own.merchantId}&order=${own.orderNo}`, taken: [200] },
    {
      address: `/order?merchant=${foreign.merchantId}&order=${foreign.orderNo}`,
      ...{ taken: [200], takenLimited: [404] },
    },
  ],
  'GET /findings': ({ foreign }) => [
    { address: '/findings?state=all', taken: [200] },
    { address: `/findings?merchant=${encodeURIComponent(foreign.merchantId)}&state=all`, taken: [200] },
  ],
  ...Object.fromEntries(
    ['csv', 'excel-br.csv', 'excel-eg.csv', 'xlsx', 'parquet'].map((end) => [
      `GET /findings.${end}`,
      () => [{ address: `/findings.${end}?state=all`, taken: [200] }],
    ]),
  ),
  'GET /findings/confirm': () => [{ address: '/findings/confirm?severity=high', taken: [200] }],
  // A finding that nobody has: what is decided about real ones is in findings-decide.test.ts.
  'POST /findings/decide': ({ own }) => [
    {
      address: '/findings/decide',
      fields: {
        action: 'note',
        text: 'seen',
        finding: chosenText({
          order_no: own.orderNo,
          merchant_id: own.merchantId,
          code: 'NONE',
          request: '',
          values: '',
          entry: '',
        }),
      },
      taken: [404],
    },
  ],
  'GET /findings/decided/:entries': () => [{ address: '/findings/decided/999998-999999', taken: [404] }],
  'GET /data': () => [{ address: '/data', taken: [200] }],
  'GET /data/rejected': () => [{ address: '/data/rejected', taken: [200] }],
  'POST /data/reconcile': () => [
    { address: '/data/reconcile', fields: { region: 'BR', date: 'yesterday' }, taken: [400] },
  ],
  'GET /data/runs/:id': () => [{ address: '/data/runs/none', taken: [404] }],
  'GET /data/runs/:id/events': () => [{ address: '/data/runs/none/events', taken: [404] }],
};
