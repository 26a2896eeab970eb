/** The cashier page as a payer uses it, in Chromium. */
import jsQr from 'jsqr';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { listen, violations, widerThanWindow } from '../web/browser/every-page.ts';
import { follow, openWindow } from '../web/browser.ts';
import { CHROMIUM } from '../web/chromium.ts';
import { callbackReceiver } from './callback-receiver.ts';
import { brazilOrder, egyptOrder } from './pay-in-requests.ts';
import { serveSandbox } from './served-sandbox.ts';

// The bundle of jsqr is CommonJS with its function as the default of the default.
const decode = ((jsQr as unknown as { default?: typeof jsQr }).default ?? jsQr) as unknown as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
) => { readonly data: string } | null;

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel. */
  readonly pixels: readonly number[];
}

/** The pixels of a picture, read in a window of its own, because the page's policy permits no picture. */
async function pixelsOf(png: Buffer): Promise<Picture> {
  const window = await openWindow();
  const picture = await window.evaluate<Picture>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return { width: image.width, height: image.height, pixels: [...data] };
  })()`);
  await window.context().close();
  return picture;
}

/** What a telephone would read on the screen. */
async function scan(window: Page): Promise<string | undefined> {
  const png = await window.locator('figure').screenshot();
  const { width, height, pixels } = await pixelsOf(png);
  return decode(Uint8ClampedArray.from(pixels), width, height)?.data;
}

describe.skipIf(CHROMIUM === undefined)('the cashier page in Chromium', () => {
  it('shows the amount, a countdown that counts, and a QR code that reads as channel.qrString', async () => {
    const served = await serveSandbox();
    const { body } = await served.create();
    const window = await openWindow();
    const said = listen(window);
    await window.goto(body.channel.paymentUrl);
    expect(await window.locator('h1').innerText()).toBe('BRL 200.00');
    expect(await window.locator('textarea').inputValue()).toBe(body.channel.qrString);
    expect(await scan(window)).toBe(body.channel.qrString);
    const countdown = window.locator('time');
    const seconds = async () => {
      const [hours, minutes, rest] = (await countdown.innerText()).split(':').map(Number);
      return hours! * 3600 + minutes! * 60 + rest!;
    };
    const first = await seconds();
    expect(first).toBeLessThanOrEqual(3600);
    while ((await seconds()) >= first) await window.waitForTimeout(50);
    expect(said).toEqual([]);
  });

  it('leads by Pay to a page that says so, and shows when the callback is acknowledged', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox();
    const redirectUrl = 'https://shop.example/thanks';
    const { body } = await served.create(brazilOrder({ callbackUrl: receiver.url, redirectUrl }));
    const window = await openWindow();
    const said = listen(window);
    await window.goto(body.channel.paymentUrl);
    await follow(window.getByRole('button', { name: 'Pay BRL 200.00' }));
    expect(await window.getByRole('status').innerText()).toBe('Paid. The callback follows.');
    expect(served.known('BR0001').payments).toHaveLength(1);
    expect(await window.locator('time').count(), 'no countdown').toBe(0);
    expect(await window.getByRole('link', { name: 'Return to the shop' }).getAttribute('href')).toBe(
      redirectUrl,
    );
    served.timeline.advance(1);
    await receiver.has(1);
    // The page loads itself again.
    await window.getByText('2026-11-19T10:05:01-03:00: acknowledged').waitFor();
    expect(said).toEqual([]);
  });

  it('is used with the keyboard alone', async () => {
    const served = await serveSandbox();
    const { body } = await served.create();
    const window = await openWindow();
    await window.goto(body.channel.paymentUrl);
    const field = window.getByLabel('Another amount');
    await field.focus();
    await field.fill('12,34');
    await Promise.all([window.waitForEvent('load'), window.keyboard.press('Enter')]);
    expect(served.known('BR0001').payments).toMatchObject([{ amountMinor: '1234' }]);
    await window.getByRole('button', { name: 'Pay a second time' }).focus();
    await Promise.all([window.waitForEvent('load'), window.keyboard.press('Enter')]);
    expect(served.known('BR0001').payments).toHaveLength(2);
  });

  it('runs nothing that an order brings along', async () => {
    const served = await serveSandbox();
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const { body } = await served.create(
      brazilOrder({
        merchant: { merchantId: 'M001', merchantName: hostile },
        purpose: '<b onclick=alert(1)>',
      }),
    );
    const window = await openWindow();
    await window.goto(body.channel.paymentUrl);
    expect(await window.title()).toBe('Pay BRL 200.00');
    expect(await window.locator('.merchant').innerText()).toBe(hostile);
    expect(await window.locator('main img, main b').count()).toBe(0);
  });

  it.each(['light', 'dark'] as const)(
    'is accessible, as far as axe-core sees, in %s colours',
    async (colorScheme) => {
      const served = await serveSandbox();
      const brazil = await served.create();
      const egypt = await served.create(egyptOrder());
      const paid = await served.createPaid(brazilOrder({ orderNo: 'BR0002' }));
      const window = await openWindow({ colorScheme });
      const found: string[] = [];
      const look = async (address: string) => {
        for (const width of [1280, 320]) {
          await window.setViewportSize({ width, height: 800 });
          await window.goto(address);
          found.push(...(await violations(window)).map((one) => `${address} ${one}`));
          const wide = await widerThanWindow(window);
          if (wide !== undefined) found.push(`${address} is too wide: ${wide}`);
        }
      };
      for (const { body } of [brazil, egypt, paid]) await look(body.channel.paymentUrl);
      await look(`${paid.body.channel.paymentUrl}?said=paid`);
      await look(served.url);
      await look(`${served.url}/cashier/none`);
      served.timeline.advance(3600);
      await look(brazil.body.channel.paymentUrl);
      expect(found).toEqual([]);
    },
  );
});
