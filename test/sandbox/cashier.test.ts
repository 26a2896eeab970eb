import { describe, expect, it } from 'vitest';
import { callbackReceiver } from './callback-receiver.ts';
import { ask, cashierOf } from './cashier-forms.ts';
import { brazilOrder, egyptOrder, MERCHANT } from './pay-in-requests.ts';
import { serveSandbox } from './served-sandbox.ts';

describe('the cashier page', () => {
  it('shows what is to be paid, to whom, until when', async () => {
    const served = await serveSandbox();
    const { body } = await served.create(brazilOrder({ callbackUrl: 'http://127.0.0.1:9/callbacks' }));
    const { status, headers, text } = await cashierOf(served).page();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const shown of [
      ...[
        '<title>Pay BRL 200.00</title>',
        '<h1>BRL 200.00</h1>',
        'Loja São João',
        'Pedido 4711',
        'BR0001',
        body.tradeNo,
      ],
      ...[
        'Expires in <time datetime="PT3600S" data-seconds="3600">1:00:00</time>',
        '2026-11-19T11:05:00-03:00',
      ],
      ...['http://127.0.0.1:9/callbacks', '<svg role="img" aria-label="PIX QR code"', 'No money moves'],
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).toContain(`>${body.channel.qrString}</textarea>`);
  });

  it('shows the reference number of an order of Egypt, and no QR code', async () => {
    const served = await serveSandbox();
    const { body } = await served.create(egyptOrder());
    const { text } = await cashierOf(served, 'EG0001').page();
    expect(text).toContain(`<output>${body.channel['vaNumber']}</output>`);
    expect(text).toContain('at 2026-11-19T16:05:00+02:00');
    expect(text).toContain('طلب 4711');
    expect(text).not.toContain('<svg');
  });

  it('may be used with no other style and script, and is never kept, framed or guessed', async () => {
    const served = await serveSandbox();
    await served.create();
    for (const path of ['/', '/cashier/none']) {
      const { headers } = await ask(served.url + path);
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('escapes whatever an order has', async () => {
    const hostile = `"><script>alert(1)</script>'&amp;</textarea>`;
    const served = await serveSandbox();
    await served.create(
      brazilOrder({
        purpose: hostile.slice(0, 64),
        merchant: { merchantId: MERCHANT, merchantName: hostile, subMerchantName: hostile },
        redirectUrl: `https://shop.example/"onclick="x`,
        callbackUrl: 'http://127.0.0.1:9/"><script>',
      }),
    );
    await served.sandbox.pay(served.known('BR0001'));
    const { text } = await cashierOf(served).page();
    expect(text.match(/<script>/g), 'the one of the page itself').toHaveLength(1);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toMatch(/\sonclick=/);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect((await ask(`${cashierOf(served).url}?said=<script>`)).text).not.toContain('said=');
    for (const name of ['constructor', '__proto__', 'toString', 'nothing']) {
      const said = await ask(`${cashierOf(served).url}?said=${name}`);
      expect([said.status, said.text.includes('role="status"')]).toEqual([200, false]);
    }
  });
});

describe('addresses of the cashier', () => {
  it('that no order has are not found', async () => {
    const served = await serveSandbox();
    await served.create();
    const { pathname } = new URL(cashierOf(served).url);
    for (const path of [
      '/cashier/',
      '/cashier/1',
      '/cashier/__proto__',
      `${pathname}/`,
      `${pathname}/other`,
      `${pathname}/pay/more`,
      '/cashier/..%2f',
    ]) {
      const page = await ask(served.url + path);
      expect([page.status, page.text.includes('No such order')], path).toEqual([404, true]);
    }
    expect((await ask(`${served.url}/cashier/1/pay`, { method: 'POST' })).status).toBe(404);
  });

  it('take GET and HEAD for pages, and POST for forms', async () => {
    const served = await serveSandbox();
    await served.create();
    const { url } = cashierOf(served);
    for (const address of [url, `${served.url}/`]) {
      const page = await ask(address);
      const head = await ask(address, { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(page.text)));
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const answer = await ask(address, { method });
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      }
    }
    for (const method of ['GET', 'HEAD', 'PUT']) {
      const answer = await ask(`${url}/pay`, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect(cashierOf(served).paid()).toEqual([]);
  });
});

describe('the list of orders', () => {
  it('shows the newest first, with the state of each', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    expect((await ask(served.url)).text).toContain('There is no order yet.');
    await served.create(brazilOrder({ orderNo: 'UNPAID1' }));
    await served.createPaid(brazilOrder({ orderNo: 'DONE001' }));
    served.timeline.advance(1);
    await receiver.has(1);
    await served.settled();
    await served.createPaid(egyptOrder({ orderNo: 'TWICE01' }));
    await served.sandbox.pay(served.known('TWICE01'), { again: true });
    const { text } = await ask(served.url);
    expect(text).toContain('The newest 3 of 3:');
    const rows = [...text.matchAll(/<tr>\s*<td><a[^>]*>(\w+)<\/a>[\s\S]*?<td>([^<]*)<\/td>\s*<\/tr>/g)];
    expect(rows.map(([, orderNo, state]) => [orderNo, state])).toEqual([
      ['TWICE01', 'paid 2 times'],
      ['DONE001', 'paid, callback acknowledged'],
      ['UNPAID1', 'not paid'],
    ]);
  });

  it('shows a hundred', async () => {
    const served = await serveSandbox();
    for (let number = 1; number <= 101; number += 1) {
      await served.create(brazilOrder({ orderNo: `ORDER${String(number).padStart(3, '0')}` }));
    }
    const { text } = await ask(served.url);
    expect(text).toContain('The newest 100 of 101:');
    expect(text).toContain('ORDER002');
    expect(text).not.toContain('ORDER001');
  });
});
