import { hash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { renderSVG } from 'uqr';
import { currencyExponent, formatMajor } from '../normalise/money.ts';
import type { SandboxSettings } from '../settings/sandbox.ts';
import type { RegionSettings } from '../settings/schema.ts';
import type { KnownOrder, SandboxOrder } from './known-order.ts';
import { cashierPath, qrStringOf, referenceOf } from './pay-in-answers.ts';
import { zonedTime } from './zoned-time.ts';

/** HTML that is escaped already. */
export type Html = ReturnType<typeof html>;

interface PageContext {
  readonly settings: SandboxSettings;
  readonly now: number;
  readonly regionOf: (order: SandboxOrder) => RegionSettings;
}

/** `BRL 200.00`. */
export function moneyOf({ currency }: Pick<SandboxOrder, 'currency'>, amountMinor: string): string {
  return `${currency} ${formatMajor(amountMinor, currencyExponent(currency))}`;
}

/**
 * The page on which a tester pays an order, or does not.
 * @param said the result of what was just done
 */
export function cashierPage(context: PageContext, known: KnownOrder, said?: string): Html {
  const { order, payments, deliveries } = known;
  const { settings, now } = context;
  const { zone } = context.regionOf(order);
  const isExpired = now >= order.expiresAt;
  const isReference = settings.referenceMethods.includes(order.paymentMethod);
  const isPaid = payments.length > 0;
  return page(
    `Pay ${moneyOf(order, order.amountMinor)}`,
    html`
      <p class="merchant">${order.merchantName ?? order.merchantId}</p>
      <h1>${moneyOf(order, order.amountMinor)}</h1>
      <p>${order.purpose}</p>
      ${said === undefined ? '' : html`<p class="said" role="status">${said}</p>`}
      ${order.currency === 'BRL' && !isReference && !isPaid ? pixCode(qrStringOf(settings, order)) : ''}
      ${isReference ? html`<p>Reference number</p><p class="reference"><output>${referenceOf(order)}</output></p>` : ''}
      ${isPaid ? '' : expiry(order, zone, now)}
      <dl>
        <dt>Order</dt><dd>${order.orderNo}</dd>
        <dt>Trade</dt><dd>${order.tradeNo}</dd>
        <dt>Method</dt><dd>${order.paymentMethod}</dd>
        <dt>Callbacks go to</dt><dd>${order.callbackUrl ?? 'nowhere: the order has no callbackUrl'}</dd>
      </dl>
      ${isExpired ? '' : forms(order, isPaid)}
      ${isPaid && order.redirectUrl !== undefined ? html`<p><a href="${order.redirectUrl}">Return to the shop</a></p>` : ''}
      ${deliveryTable(known, zone)}
      <p class="note">This is the sandbox of payin-recon. No money moves. <a href="/">All orders</a></p>
    `,
    isPaid && order.callbackUrl !== undefined && !deliveries.some(({ isAcknowledged }) => isAcknowledged),
  );
}

function pixCode(text: string): Html {
  return html`
    <figure>${raw(renderSVG(text, { border: 2 }).replace('<svg', '<svg role="img" aria-label="PIX QR code"'))}</figure>
    <label>PIX copy and paste <textarea readonly rows="4">${text}</textarea></label>
  `;
}

function expiry({ expiresAt }: SandboxOrder, zone: string, now: number): Html {
  const until = zonedTime(expiresAt, zone);
  if (now >= expiresAt) return html`<p class="expired" role="status">Expired at ${until}</p>`;
  const seconds = Math.ceil((expiresAt - now) / 1000);
  return html`<p>Expires in <time datetime="PT${seconds}S" data-seconds="${seconds}">${clockText(seconds)}</time>, at ${until}</p>`;
}

/** `1:05:09`, hours to seconds. */
function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function forms(order: SandboxOrder, isPaid: boolean): Html {
  const action = `${cashierPath(order.tradeNo)}/pay`;
  const major = formatMajor(order.amountMinor, currencyExponent(order.currency));
  if (isPaid) {
    return html`<form method="post" action="${action}">
      <button name="again" value="1">Pay a second time</button>
    </form>`;
  }
  return html`
    <form method="post" action="${action}"><button class="main">Pay ${moneyOf(order, order.amountMinor)}</button></form>
    <form method="post" action="${action}">
      <label>Another amount <input name="amount" inputmode="decimal" value="${major}" required></label>
      <button>Pay this amount</button>
    </form>
    <form method="post" action="${action}"><button name="twice" value="1">Pay twice</button></form>
    <p class="note">To let the order expire, close this page.</p>
  `;
}

function deliveryTable({ payments, deliveries, order }: KnownOrder, zone: string): Html {
  if (payments.length === 0) return html``;
  return html`
    <h2>Payments</h2>
    <ul>${payments.map(({ amountMinor, paidAt, tradeNo }) => html`<li>${moneyOf(order, amountMinor)} at ${zonedTime(paidAt, zone)}, trade ${tradeNo}</li>`)}</ul>
    <h2>Callbacks</h2>
    ${deliveries.length === 0 ? html`<p>None was sent yet.</p>` : ''}
    <ul>${deliveries.map(({ sentAt, isAcknowledged, answer }) => html`<li>${zonedTime(sentAt, zone)}: ${isAcknowledged ? 'acknowledged' : `not acknowledged (${answer})`}</li>`)}</ul>
  `;
}

/** The newest orders, with the links to their cashier pages. */
export function ordersPage(orders: readonly KnownOrder[], total: number, url: string): Html {
  return page(
    'Orders of the sandbox',
    html`
      <h1>Orders of the sandbox</h1>
      <p>Pay-in requests are taken by POST at <code>${url}/v2.0/transaction/pay-in</code>.</p>
      ${orders.length === 0 ? html`<p>There is no order yet.</p>` : html`<p>The newest ${orders.length} of ${total}:</p>`}
      <div class="scroll" role="region" aria-label="Orders" tabindex="0">
      <table>
        <thead><tr><th>Order</th><th>Merchant</th><th>Amount</th><th>Method</th><th>State</th></tr></thead>
        <tbody>${orders.map(
          ({ order, payments, deliveries }) => html`<tr>
          <td><a href="${cashierPath(order.tradeNo)}">${order.orderNo}</a></td>
          <td>${order.merchantId}</td>
          <td class="amount">${moneyOf(order, order.amountMinor)}</td>
          <td>${order.paymentMethod}</td>
          <td>${stateOf(
            payments.length,
            deliveries.some(({ isAcknowledged }) => isAcknowledged),
          )}</td>
        </tr>`,
        )}</tbody>
      </table>
      </div>
    `,
  );
}

function stateOf(payments: number, isAcknowledged: boolean): string {
  if (payments === 0) return 'not paid';
  const paid = payments === 1 ? 'paid' : `paid ${payments} times`;
  return isAcknowledged ? `${paid}, callback acknowledged` : paid;
}

/** A page that says one thing. */
export function messagePage(title: string, text: string): Html {
  return page(title, html`<h1>${title}</h1><p>${text}</p>`);
}

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { background: Canvas; color: CanvasText; max-width: 34rem; margin: 2rem auto; padding: 0 1rem; }
  h1, p, li, dd { overflow-wrap: anywhere; }
  h1 { font-size: 2rem; margin: 0 0 .5rem; }
  h2 { font-size: 1.1rem; }
  figure { margin: 1rem 0; } figure svg { width: 15rem; max-width: 100%; height: auto; background: #fff; }
  textarea { width: 100%; font: .8rem/1.4 ui-monospace, monospace; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dd { margin: 0; }
  form { margin: .75rem 0; } button, input { font: inherit; padding: .5rem 1rem; }
  button.main { font-weight: 600; }
  .merchant, .note { opacity: .8; } .said { border-inline-start: .25rem solid; padding-inline-start: .75rem; }
  .reference { font-size: 1.75rem; letter-spacing: .1em; margin: 0; }
  table { border-collapse: collapse; width: 100%; } th, td { text-align: start; padding: .3rem .6rem .3rem 0; }
  .amount { white-space: nowrap; } .scroll { overflow-x: auto; }
`;

/** Counts down what the page says of the expiry. */
const SCRIPT = `
  const time = document.querySelector('time[data-seconds]');
  if (time) {
    const now = () => document.timeline.currentTime ?? 0;
    const end = now() + Number(time.dataset.seconds) * 1000;
    const two = (value) => String(value).padStart(2, '0');
    const show = () => {
      const left = Math.max(0, Math.ceil((end - now()) / 1000));
      time.textContent = Math.floor(left / 3600) + ':' + two(Math.floor(left / 60) % 60) + ':' + two(left % 60);
      if (left === 0) location.reload();
    };
    setInterval(show, 1000);
  }
`;

/** What a browser may do on these pages: only this style and this script. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src '${sourceHash(STYLE)}'`,
  `script-src '${sourceHash(SCRIPT)}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function sourceHash(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}

const REFRESH_SECONDS = 3;

/** @param refresh whether the page is loaded again soon, because a callback is under way */
function page(title: string, content: Html, refresh = false): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh ? html`<meta http-equiv="refresh" content="${REFRESH_SECONDS}">` : ''}
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body><main>${content}</main>${raw(`<script>${SCRIPT}</script>`)}</body>
</html>`;
}
