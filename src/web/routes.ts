import { accountRoutes } from './account/account-routes.ts';
import { dataRoutes } from './data/data-routes.ts';
import { dateRoutes } from './dates/date-routes.ts';
import { downloadRoutes } from './download-routes.ts';
import { findingsRoutes } from './findings/findings-routes.ts';
import { languageRoute } from './language.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { overviewRoutes } from './overview/overview-page.tsx';
import { oidcRoutes } from './sign-in/oidc-routes.ts';
import { signInRoutes } from './sign-in/sign-in-page.tsx';
import { signOutRoute } from './sign-in/sign-out.ts';
import { usersRoutes } from './users/users-routes.ts';
import type { Route } from './visit.ts';

/** Every address that is served, but for the files of src/web/assets. */
export const ROUTES: readonly Route[] = [
  ...accountRoutes,
  ...dataRoutes,
  ...dateRoutes,
  ...downloadRoutes,
  ...findingsRoutes,
  languageRoute,
  ...orderRoutes,
  ...overviewRoutes,
  ...oidcRoutes,
  ...signInRoutes,
  signOutRoute,
  ...usersRoutes,
];
