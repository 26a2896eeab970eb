import type { Visit } from './visit.ts';

/** Addresses of the page, so that one page links to another as that one is served. */

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A date of a region by its folder's name, in its newest version or a certain one. */
export function dateAddress(region: string, date: string, version?: number): string {
  const query = version === undefined ? '' : `?version=${version}`;
  return `/dates/${encodeURIComponent(region)}/${date}${query}`;
}

/** A preview of a report. */
export function previewAddress(region: string, date: string, report: string, version?: number): string {
  const query = version === undefined ? '' : `?version=${version}`;
  return `/dates/${encodeURIComponent(region)}/${date}/reports/${report}${query}`;
}

/**
 * A file of a version: `orders.csv`, `orders.excel-br.csv`, `orders.xlsx`, `workbook.xlsx`, `all.zip`, `manifest.json`.
 * @param version absent for the newest, under an address that stays
 */
export function downloadAddress(region: string, date: string, file: string, version?: number): string {
  const which = version === undefined ? 'newest' : `v${version}`;
  return `/download/${encodeURIComponent(region)}/${date}/${which}/${file}`;
}

/** A report of several dates in one file: `orders.csv`, `orders.xlsx`. */
export function rangeAddress(region: string, from: string, to: string, file: string): string {
  return `/download/${encodeURIComponent(region)}/${from}/to/${to}/${file}`;
}

/** Parts that browsers take out of a path, also where they are written as `%2E`. */
const NO_PART_OF_A_PATH = /^\.{0,2}$/;

export function orderAddress(merchantId: string, orderNo: string): string {
  if ([merchantId, orderNo].some((name) => NO_PART_OF_A_PATH.test(name)))
    return addressWith('/order', { merchant: merchantId, order: orderNo });
  return `/order/${encodeURIComponent(merchantId)}/${encodeURIComponent(orderNo)}`;
}

/** Whether an address of the page is that of an order. */
export function isOrderAddress(address: string): boolean {
  return /^\/order[/?]/.test(address);
}

/** The findings that a filter selects; the filter is the query. */
export function findingsAddress(query: Query = {}): string {
  return addressWith('/findings', query);
}

/** The findings that a filter selects as a file, by the end of its name: `csv`, `excel-br.csv`, `xlsx`. */
export function findingsFileAddress(end: string, query: Query = {}): string {
  return addressWith(`/findings.${end}`, query);
}

/** Where a decision about all findings that a filter selects is confirmed. */
export function confirmAddress(query: Query): string {
  return addressWith('/findings/confirm', query);
}

/**
 * The decisions of some entries of the audit trail.
 * @param then where the reader goes on
 */
export function decidedAddress(first: number, last: number, then: string): string {
  return addressWith(`/findings/decided/${first}-${last}`, { then });
}

/** A user, or where a form of the user's page is sent to. */
export function userAddress(
  userId: string,
  change?: 'access' | 'password' | 'disable' | 'enable' | 'sign-out',
) {
  return `/users/${userId}${change === undefined ? '' : `/${change}`}`;
}

/** Rejected lines: all, or those of a source or with a reason. */
export function rejectedAddress(query: Query = {}): string {
  return addressWith('/data/rejected', query);
}

/** A run that was started on the page. */
export function runAddress(id: string): string {
  return `/data/runs/${encodeURIComponent(id)}`;
}

/** A path with a query; absent values are left out. */
export function addressWith(path: string, query: Query): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of value === undefined ? [] : [value].flat()) fields.append(name, one);
  }
  return fields.size === 0 ? path : `${path}?${fields}`;
}

/** The address of a visit with some fields of its query changed; `undefined` takes a field out. */
export function changedQuery(url: URL, changes: Query): string {
  const fields = new URLSearchParams(url.search);
  for (const [name, value] of Object.entries(changes)) {
    fields.delete(name);
    for (const one of value === undefined ? [] : [value].flat()) fields.append(name, one);
  }
  return fields.size === 0 ? url.pathname : `${url.pathname}?${fields}`;
}

/** A path of this page; without what no header may have, of which Node would make an answer of its own. */
const OWN_ADDRESS = /^\/(?![/\\])[^\\\s\p{Cc}\p{Cs}]*$/u;

/** An address of this page, for leading back to it; the overview where it is none. */
export function ownAddress(address: string | undefined): string {
  return address !== undefined && OWN_ADDRESS.test(address) ? address : '/';
}

/** The beginning of every address of the page, as people reach it; without a slash at its end. */
export function baseOf({ settings, url }: Pick<Visit, 'settings' | 'url'>): string {
  return (settings.page.url ?? url.origin).replace(/\/$/, '');
}
