import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route.ts';
import { journalText } from '../journal/messages.ts';
import { entryText } from './messages.ts';

export const journalEntryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/journal/$entryId',
  staticData: {
    page: {
      title: () => entryText('title'),
      permissions: ['finance.read', 'audit.read'],
      parents: [{ title: () => journalText('title'), path: '/journal' }],
    },
  },
  component: lazyRouteComponent(() => import('./journal-entry-page.tsx'), 'JournalEntryPage'),
});
