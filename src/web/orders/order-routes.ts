import type { Route } from '../visit.ts';
import { findRoute } from './find-page.tsx';
import { orderRoute } from './order-page.tsx';

/** The search for orders, and the page of each. */
export const orderRoutes: readonly Route[] = [findRoute, orderRoute];
