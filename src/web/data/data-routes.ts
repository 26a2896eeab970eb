import type { Route } from '../visit.ts';
import { dataRoute } from './data-page.tsx';
import { reconcileRoute } from './reconcile-route.ts';
import { rejectedRoute } from './rejected-page.tsx';
import { runEventsRoute } from './run-events.ts';
import { runRoute } from './run-page.tsx';

/** Sources, rejected lines, jobs, and runs that people start. */
export const dataRoutes: readonly Route[] = [
  dataRoute,
  rejectedRoute,
  reconcileRoute,
  runRoute,
  runEventsRoute,
];
