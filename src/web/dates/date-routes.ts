import type { Route } from '../visit.ts';
import { dateRoute } from './date-page.tsx';
import { previewRoute } from './preview-page.tsx';

/** The page of a date and the previews of its reports. */
export const dateRoutes: readonly Route[] = [dateRoute, previewRoute];
