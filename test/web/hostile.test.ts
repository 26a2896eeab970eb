import { once } from 'node:events';
import type { Socket } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { ROUTES } from '../../src/web/routes.ts';
import { DATE, SETTINGS } from '../export/books.ts';
import { type PublishedDay, publishDay } from '../export/simulated-day.ts';
import { onEngines } from '../support/engines.ts';
import { raw, rawGet } from './raw-request.ts';
import { ROUTE_EXAMPLES } from './route-examples.ts';
import { type Client, PASSWORD, type ServedPage, servePage } from './served-page.ts';

const FILE = `/download/BR/${DATE}/newest/orders.csv`;

onEngines('hostile requests', (engine) => {
  let day: PublishedDay;
  let page: ServedPage;
  let ana: Client;
  let cookie: { readonly Cookie: string };
  beforeAll(async () => {
    day = await publishDay(engine);
    page = await servePage(day.store, SETTINGS, { out: day.out });
    await page.addUser('ana', 'admin');
    ana = await page.signedIn('ana');
    cookie = { Cookie: `payin-recon=${ana.cookies.get('payin-recon')}` };
  });

  /** The page still works, and nothing that was sent was a failure of the program. */
  async function expectWell({ log }: ServedPage = page): Promise<void> {
    expect((await ana.get('/account')).status).toBe(200);
    expect(log.splice(0).filter((line) => line.includes('a request failed'))).toEqual([]);
  }

  it('with a head of a megabyte are refused', async () => {
    expect((await rawGet(page.url, '/account', { 'X-Long': 'a'.repeat(17_000) })).status).toBe(431);
    expect((await rawGet(page.url, `/${'a'.repeat(17_000)}`)).status).toBe(431);
    // The server does not read so much: its answer may be lost with the connection.
    const long = 'a'.repeat(1_000_000);
    expect([0, 431]).toContain((await rawGet(page.url, '/account', { 'X-Long': long })).status);
    expect([0, 431]).toContain((await rawGet(page.url, `/${long}`)).status);
    await expectWell();
  });

  it('for another host are refused, with everything that the browser sends', async () => {
    const { host } = new URL(page.url);
    for (const other of ['evil.example', `evil.example:${host.split(':')[1]}`, '', `${host}.evil.example`]) {
      const answer = await rawGet(page.url, '/account', { ...cookie, Host: other });
      expect([400, 403], other).toContain(answer.status);
      expect(answer.text).not.toContain('ana');
    }
    const none = await raw(page.url, 'GET /account HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(none.status).toBe(400);
    const old = await raw(page.url, 'GET /account HTTP/1.0\r\n\r\n');
    expect([400, 403]).toContain(old.status);
    const absolute = await rawGet(page.url, 'http://evil.example/account', cookie);
    expect(absolute.text).not.toContain('evil.example/');
    await expectWell();
  });

  it('that two servers could read differently are refused', async () => {
    const { host } = new URL(page.url);
    const post = (headers: string, body = '') =>
      raw(page.url, `POST /sign-in HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n${body}`);
    expect((await post('Content-Length: 3\r\nContent-Length: 5\r\n', 'abcde')).status).toBe(400);
    expect((await post('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n')).status).toBe(400);
    expect((await post('Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n')).status).toBe(400);
    expect((await post('Content-Length: -1\r\n')).status).toBe(400);
    expect((await post('Content-Length : 3\r\n', 'abc')).status).toBe(400);
    expect((await post('X-One: a\n\rX-Two: b\r\n')).status).toBe(400);
    expect((await post('X-Null: a\0b\r\n')).status).toBe(400);
    const garbage = 'Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n';
    expect([0, 400]).toContain((await post(garbage, 'zz\r\nname=x\r\n0\r\n\r\n')).status);
    await expectWell();
  });

  it('that do not end are ended', async () => {
    const limits = { headTime: 200, requestTime: 400, checkTime: 20 };
    const brief = await servePage(day.store, SETTINGS, { out: day.out, limits });
    const { host } = new URL(brief.url);
    const head = await raw(brief.url, `GET /account HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `);
    expect(head.status).toBe(408);
    const type = 'Content-Type: application/x-www-form-urlencoded';
    const body = await raw(
      brief.url,
      `POST /sign-in HTTP/1.1\r\nHost: ${host}\r\n${type}\r\nContent-Length: 100\r\n\r\nname=`,
    );
    expect([0, 408]).toContain(body.status);
    await expectWell(brief);
  });

  it('with anything in their parameters find nothing', async () => {
    const hostile = [
      ...['..', '%2e%2e', '..%2f..%2f..%2fetc%2fpasswd', '%2e%2e%5c%2e%2e', '%2fetc%2fpasswd', 'C:%5c'],
      ...['%00', 'orders.csv%00.csv', '%c0%ae%c0%ae%c0%af', '%ff', '%', '%zz', '%ed%a0%80', '\u202e'],
      ...['%0d%0aSet-Cookie:a=b', "'--", '<script>', '{{7*7}}', '-1', '9'.repeat(40), 'a'.repeat(4_000)],
      ...['__proto__', 'constructor', 'toString', '0x10', '1e3', '*', '.', '%20', 'v0', 'v01', 'latest'],
    ];
    const subjects = {
      ...{ own: { merchantId: 'M', orderNo: 'O' }, foreign: { merchantId: 'M', orderNo: 'O' } },
      ...{ userId: '1', userSeen: '', unique: 'x' },
    };
    for (const route of ROUTES.filter(({ path, method }) => method === 'GET' && path.includes(':'))) {
      const [example] = ROUTE_EXAMPLES[`GET ${route.path}`]!(subjects);
      const parts = example!.address.split('?')[0]!.split('/');
      for (const [place, part] of route.path.split('/').entries()) {
        if (!part.startsWith(':')) continue;
        for (const value of hostile) {
          const path = parts.with(place, encodeURI(value).replaceAll('%25', '%')).join('/');
          const answer = await rawGet(page.url, path, cookie);
          // `/language/..` is the overview, which this visitor may see.
          const isOther = ['..', '%2e%2e'].includes(value);
          const refused = [...(isOther ? [200] : []), 303, 400, 403, 404];
          expect(refused, `${path} gives ${answer.status}`).toContain(answer.status);
          expect(answer.text).not.toMatch(/root:|<script>[^<]|\bat file:/);
          expect(answer.headers.get('set-cookie') ?? '').not.toContain('a=b');
        }
      }
    }
    expect((await raw(page.url, 'GET /users/\0 HTTP/1.1\r\nHost: x\r\n\r\n')).status).toBe(400);
    await expectWell();
  });

  it('for dates that do not exist find nothing', async () => {
    for (const date of ['2026-02-29', '2026-11-31', '0000-01-01', '2026-13-01']) {
      for (const address of [
        ...[`/dates/BR/${date}`, `/download/BR/${date}/newest/orders.csv`, `/download/BR/${date}/v1/all.zip`],
        ...[`/download/BR/${date}/to/${DATE}/orders.csv`, `/download/BR/${DATE}/to/${date}/all.zip`],
      ]) {
        expect((await rawGet(page.url, address, cookie)).status, address).toBe(404);
      }
    }
    await expectWell();
  });

  it('with characters that the database has not are refused like others', async () => {
    const client = page.client();
    const named = await client.send('/sign-in', '/sign-in', { name: 'a\0b', password: 'x\0y' });
    expect(named.status).toBe(401);
    for (const id of ['a\0b', 'a'.repeat(50_000)]) {
      const form = { form_id: id, name: 'n', days: '1' };
      expect((await ana.send('/account', '/account/tokens', form)).status).toBe(403);
    }
    await expectWell();
  });

  it.each(['/%7f%01x', '/%00x', '/%c2%85x', '/%1b[2J'])(
    'to be led to an address with control characters lead to the overview: %s',
    async (address) => {
      for (const path of [`/language/pt?back=${address}`, `/sign-in?then=${address}`]) {
        const { status, headers } = await rawGet(page.url, path, cookie);
        expect([status, headers.get('location')], path).toEqual([303, '/']);
        expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      }
      const then = decodeURIComponent(address);
      const form = { name: 'ana', password: PASSWORD, then };
      const entered = await page.client().send('/sign-in', '/sign-in', form);
      expect([entered.status, entered.headers.get('location')]).toEqual([303, '/']);
      await expectWell();
    },
  );

  it('by other sites get no page, no file, and no form', async () => {
    const from = (site: string, mode: string, path: string) =>
      rawGet(page.url, path, { ...cookie, 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode });
    for (const site of ['cross-site', 'same-site']) {
      expect((await from(site, 'navigate', '/account')).status, 'a link to a page').toBe(200);
      expect((await from(site, 'no-cors', '/account')).status, 'a page as a picture').toBe(403);
      expect((await from(site, 'cors', '/account')).status, 'a page by script').toBe(403);
      expect((await from(site, 'navigate', FILE)).status, 'a link to a file').toBe(403);
      expect((await from(site, 'no-cors', FILE)).status).toBe(403);
    }
    expect((await from('same-origin', 'cors', '/account')).status).toBe(200);
    expect((await from('none', 'navigate', FILE)).status, 'an address that was typed').toBe(200);
    await expectWell();
  });

  it('to change something need the own origin, the token, and a form', async () => {
    const text = await (await ana.get('/account')).text();
    const form = `form_token=${/form_token" value="([^"]+)"/.exec(text)![1]}&form_id=x&name=n&days=1`;
    const own = new URL(page.url).origin;
    const post = async (headers: Readonly<Record<string, string>>, body = form) => {
      const all = { ...cookie, 'Content-Type': 'application/x-www-form-urlencoded', ...headers };
      const length = { 'Content-Length': String(Buffer.byteLength(body)) };
      const answer = await rawGet(
        page.url,
        '/account/tokens',
        { ...all, ...length },
        { method: 'POST', body },
      );
      return answer.status;
    };
    expect(await post({ Origin: 'https://evil.example' })).toBe(403);
    expect(await post({ Origin: 'null' })).toBe(403);
    expect(await post({ Origin: own.replace(/:\d+$/, ':1') })).toBe(403);
    expect(await post({ Origin: own, 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await post({ Origin: own, 'Sec-Fetch-Site': 'same-site' })).toBe(403);
    expect(await post({ Origin: own, 'Content-Type': 'text/plain' })).toBe(400);
    expect(await post({ Origin: own, 'Content-Type': 'application/json' }, '{}')).toBe(400);
    expect(await post({ Origin: own, 'Content-Type': 'multipart/form-data; boundary=x' })).toBe(400);
    expect(await post({ Origin: own }, form.replace(/form_token=[^&]+/, 'form_token=x'))).toBe(403);
    expect(await post({ Origin: own }, form.replace(/form_token=[^&]+&/, ''))).toBe(403);
    expect(await post({ Origin: own }, form.replace('form_id=x', 'form_id='))).toBe(403);
    expect(await post({ Origin: own, Cookie: '' })).toBe(401);
    expect(await post({ Origin: own, 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    await expectWell();
  });

  it('that are refused are in the log, with who asked for what', async () => {
    await page.addUser('vera', 'viewer');
    const vera = await page.signedIn('vera');
    page.log.length = 0;
    await vera.get('/users');
    await rawGet(page.url, '/account', { Host: 'evil.example' });
    expect(page.log.map((line) => JSON.parse(line))).toMatchObject([
      { problem: 'forbidden', method: 'GET', path: '/users', address: '127.0.0.1', who: 'vera' },
      { problem: 'foreignRequest', path: '/account', address: '127.0.0.1' },
    ]);
  });

  it('with a form of five megabytes are refused before it is read', async () => {
    const body = `name=${'a'.repeat(5_000_000)}`;
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const length = { 'Content-Length': String(body.length) };
    const answer = await rawGet(page.url, '/sign-in', { ...type, ...length }, { method: 'POST' });
    expect([0, 413]).toContain(answer.status);
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const chunked = { ...type, 'Transfer-Encoding': 'chunked' };
    const unsaid = await rawGet(page.url, '/sign-in', chunked, { method: 'POST', body: chunk });
    expect([0, 413]).toContain(unsaid.status);
    await expectWell();
  });

  it('by other methods change and show nothing', async () => {
    const head = await rawGet(page.url, FILE, cookie, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-disposition')).toContain('orders-BR');
    expect((await rawGet(page.url, '/account', {}, { method: 'HEAD' })).status).toBe(303);
    for (const method of ['OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND']) {
      const answer = await rawGet(page.url, '/account', cookie, { method });
      expect([400, 404, 405], `${method} gives ${answer.status}`).toContain(answer.status);
      expect(answer.text).not.toContain('127.0.0.1<');
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    }
    await expectWell();
  });

  it('cut short leave no connection to the database behind', async () => {
    for (let count = 0; count < 40; count += 1) {
      const after = async (socket: Socket) => {
        await once(socket, 'data');
        socket.destroy();
      };
      await rawGet(
        page.url,
        FILE.replace('orders.csv', count % 2 === 0 ? 'workbook.xlsx' : 'all.zip'),
        cookie,
        { after },
      );
    }
    const answer = await ana.get(FILE);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    await expectWell();
  });

  it('and all others get the headers that keep browsers from being used', async () => {
    for (const path of ['/account', FILE, '/sign-in', '/nothing', '/users/0', '/language/en']) {
      const { headers } = await rawGet(page.url, path, cookie);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy, path).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("form-action 'self'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.has('strict-transport-security')).toBe(false);
      expect(headers.has('x-powered-by')).toBe(false);
      expect(headers.has('server')).toBe(false);
    }
    const page404 = await rawGet(page.url, '/nothing', cookie);
    expect((await rawGet(page.url, '//evil.example/nothing', cookie)).text).not.toContain('href="//');
    expect(page404.text).not.toMatch(/ style="| on\w+="|<script>|javascript:/);
  });
});
