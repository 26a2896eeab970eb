import { dataRoutes } from './data/data-routes.ts';
import { downloadRoutes } from './download-routes.ts';
import { languageRoute } from './language.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { signInRoutes } from './sign-in/sign-in-page.tsx';
import type { Route } from './visit.ts';

/** Every address that is served, but for the files of src/web/assets. */
export const ROUTES: readonly Route[] = [
  languageRoute,
  ...signInRoutes,
  ...downloadRoutes,
  ...orderRoutes,
  ...dataRoutes,
];
