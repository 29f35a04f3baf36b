import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const loanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/loans/$loanId',
  staticData: {
    page: {
      title: () => pageTitle('loan'),
      permissions: ['finance.read', 'audit.read'],
      parents: [{ title: () => pageTitle('loans'), path: '/loans' }],
    },
  },
  component: lazyRouteComponent(() => import('./loan-page.tsx'), 'LoanPage'),
});
