import { accountRoutes } from './account/account-routes.ts';
import { dataRoute } from './data/data-page.tsx';
import { reconcileRoute } from './data/reconcile-route.ts';
import { rejectedRoute } from './data/rejected-page.tsx';
import { runEventsRoute } from './data/run-events.ts';
import { runRoute } from './data/run-page.tsx';
import { dateRoute } from './dates/date-page.tsx';
import { previewRoute } from './dates/preview-page.tsx';
import { downloadRoutes } from './download-routes.ts';
import { confirmRoute } from './findings/confirm-page.tsx';
import { decideRoute } from './findings/decide-route.tsx';
import { decidedRoute } from './findings/decided-page.tsx';
import { findingsFileRoutes } from './findings/findings-files.ts';
import { findingsRoute } from './findings/findings-page.tsx';
import { languageRoute } from './language.ts';
import { findRoute } from './orders/find-page.tsx';
import { orderRoutes } from './orders/order-page.tsx';
import { overviewRoute } from './overview/overview-page.tsx';
import { oidcRoutes } from './sign-in/oidc-routes.ts';
import { signInRoutes } from './sign-in/sign-in-page.tsx';
import { signOutRoute } from './sign-in/sign-out.ts';
import { usersRoutes } from './users/users-routes.ts';
import type { Route } from './visit.ts';

/** Every address that is served, but for the files of src/web/assets. */
export const ROUTES: readonly Route[] = [
  ...accountRoutes,
  ...[dataRoute, rejectedRoute, reconcileRoute, runRoute, runEventsRoute],
  ...[dateRoute, previewRoute],
  ...downloadRoutes,
  ...[findingsRoute, ...findingsFileRoutes, confirmRoute, decideRoute, decidedRoute],
  languageRoute,
  ...[findRoute, ...orderRoutes],
  overviewRoute,
  ...oidcRoutes,
  ...signInRoutes,
  signOutRoute,
  ...usersRoutes,
];
