import type { Route } from '../visit.ts';
import { confirmRoute } from './confirm-page.tsx';
import { decideRoute } from './decide-route.tsx';
import { decidedRoute } from './decided-page.tsx';
import { findingsFileRoutes } from './findings-files.ts';
import { findingsRoute } from './findings-page.tsx';

/** Findings: the list, its files, and deciding. */
export const findingsRoutes: readonly Route[] = [
  findingsRoute,
  ...findingsFileRoutes,
  confirmRoute,
  decideRoute,
  decidedRoute,
];
