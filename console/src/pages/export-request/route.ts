import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch, isText } from '../../routing/search-parameters.ts';
import { isCalendarDate } from '../../values/calendar-dates.ts';
import { batchesText } from '../batches/messages.ts';
import { exportText } from './messages.ts';

export const exportRequestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/batches/export',
  validateSearch: checkSearch({ from: isCalendarDate, to: isCalendarDate, code: isText(64) }),
  staticData: {
    page: {
      title: () => exportText('title'),
      permissions: ['compliance.operate'],
      parents: [{ title: () => batchesText('title'), path: '/batches' }],
    },
  },
  component: lazyRouteComponent(() => import('./export-request-page.tsx'), 'ExportRequestPage'),
});
