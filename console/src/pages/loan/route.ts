import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { loansText } from '../loans/messages.ts';
import { loanText } from './messages.ts';

export const loanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/loans/$loanId',
  staticData: {
    page: {
      title: () => loanText('title'),
      permissions: ['finance.read', 'audit.read'],
      parents: [{ title: () => loansText('title'), path: '/loans' }],
    },
  },
  component: lazyRouteComponent(() => import('./loan-page.tsx'), 'LoanPage'),
});
