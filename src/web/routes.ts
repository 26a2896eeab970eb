import { dateRoutes } from './dates/date-routes.ts';
import { downloadRoutes } from './download-routes.ts';
import { findingsRoutes } from './findings/findings-routes.ts';
import { languageRoute } from './language.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { overviewRoutes } from './overview/overview-page.tsx';
import { signInRoutes } from './sign-in/sign-in-page.tsx';
import type { Route } from './visit.ts';

/** Every address that is served, but for the files of src/web/assets. */
export const ROUTES: readonly Route[] = [
  ...dateRoutes,
  ...downloadRoutes,
  ...findingsRoutes,
  languageRoute,
  ...orderRoutes,
  ...overviewRoutes,
  ...signInRoutes,
];
