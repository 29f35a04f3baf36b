import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch } from '../../routing/search-parameters.ts';
import { isCalendarDate } from '../../values/calendar-dates.ts';
import { accountsText } from '../accounts/messages.ts';
import { accountText } from './messages.ts';

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/$accountId',
  validateSearch: checkSearch({ from: isCalendarDate, to: isCalendarDate }),
  staticData: {
    page: {
      title: () => accountText('title'),
      permissions: ['finance.read', 'audit.read'],
      parents: [{ title: () => accountsText('title'), path: '/accounts' }],
    },
  },
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
});
