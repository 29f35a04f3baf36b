import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export const journalEntryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/journal/$entryId',
  staticData: {
    page: {
      title: () => pageTitle('journalEntry'),
      permissions: ['finance.read', 'audit.read'],
      parents: [{ title: () => pageTitle('journal'), path: '/journal' }],
    },
  },
  component: lazyRouteComponent(() => import('./journal-entry-page.tsx'), 'JournalEntryPage'),
});
