import type { Child } from 'hono/jsx';
import { type Account, may } from '../../access/account.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { assetAddress } from '../assets.ts';
import type { Visit } from '../visit.ts';
import { PAGE_LANGUAGES } from './page-languages.ts';

interface FrameProps {
  readonly visit: Visit;
  /** Title of the page: the heading, and what the browser's tab shows. */
  readonly title: string;
  /** Seconds after which the browser loads the page again. */
  readonly refreshSeconds?: number;
  /** Whether it does so only without scripts, because a script keeps the page up to date. */
  readonly isLive?: boolean;
  readonly children?: Child;
}

/** A whole page: head, menu, content. */
export function Frame({ visit, title, refreshSeconds, isLive = false, children }: FrameProps) {
  const { language, account } = visit;
  const texts = FRAME_TEXTS[language];
  return (
    <html lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Refresh seconds={refreshSeconds} isLive={isLive} />
        <title>{`${title} · payin-recon`}</title>
        <link rel="stylesheet" href={assetAddress('page.css')} />
        <link rel="icon" type="image/svg+xml" href={assetAddress('icon.svg')} />
        <script src={assetAddress('page.js')} defer></script>
      </head>
      <body>
        <a class="skip" href="#content">
          {texts.skip}
        </a>
        <header class="top">
          <a class="brand" href="/">
            payin-recon
          </a>
          {account === undefined ? null : <Menu visit={visit} account={account} />}
          <Languages visit={visit} />
        </header>
        <main id="content" tabindex={-1}>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  );
}

function Refresh({ seconds, isLive }: { readonly seconds: number | undefined; readonly isLive: boolean }) {
  if (seconds === undefined) return null;
  const refresh = <meta http-equiv="refresh" content={String(seconds)} />;
  return isLive ? <noscript>{refresh}</noscript> : refresh;
}

function Menu({ visit, account }: { readonly visit: Visit; readonly account: Account }) {
  const texts = FRAME_TEXTS[visit.language];
  const entries = [
    { href: '/', label: texts.overview, isShown: true },
    { href: '/findings', label: texts.findings, isShown: true },
    { href: '/data', label: texts.data, isShown: may(account, 'operations') },
    { href: '/users', label: texts.users, isShown: may(account, 'administer') },
  ].filter(({ isShown }) => isShown);
  return (
    <>
      <nav aria-label={texts.menu}>
        <ul>
          {entries.map(({ href, label }) => (
            <li>
              <a href={href} aria-current={isHere(visit, href) ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <search>
        <form action="/orders" method="get">
          <input
            type="search"
            name="find"
            aria-label={texts.search}
            placeholder={texts.searchHint}
            title={`${texts.searchHint} (/)`}
            data-key="/"
            maxlength={100}
            dir="auto"
          />
        </form>
      </search>
      <a class="person" href="/account" aria-current={isHere(visit, '/account') ? 'page' : undefined}>
        <bdi>{account.name}</bdi>
      </a>
    </>
  );
}

function Languages({ visit }: { readonly visit: Visit }) {
  const here = visit.openAt[0] ?? '/';
  return (
    <nav class="languages" aria-label={FRAME_TEXTS[visit.language].chooseLanguage}>
      <ul>
        {PAGE_LANGUAGES.map((language) => (
          <li>
            <a
              href={`/language/${language}?back=${encodeURIComponent(here)}`}
              lang={language}
              hreflang={language}
              aria-current={language === visit.language ? 'true' : undefined}
            >
              {FRAME_TEXTS[language].language}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function isHere({ url }: Visit, href: string): boolean {
  return href === '/' ? url.pathname === '/' : url.pathname.startsWith(href);
}
