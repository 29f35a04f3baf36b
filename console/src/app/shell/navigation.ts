// The menu on the left, in the order in which operators need the pages.
import { accountsText } from '../../pages/accounts/messages.ts';
import { configText } from '../../pages/config/messages.ts';
import { inboxText } from '../../pages/inbox/messages.ts';
import { journalText } from '../../pages/journal/messages.ts';
import { postText } from '../../pages/post/messages.ts';
import type { OperatorPermission } from '../../session/permissions.ts';

export interface NavigationEntry {
  readonly title: () => string;
  readonly path: string;
  readonly permissions: readonly OperatorPermission[];
}

const entries: readonly NavigationEntry[] = [
  { title: () => inboxText('title'), path: '/inbox', permissions: ['finance.read'] },
  {
    title: () => accountsText('title'),
    path: '/accounts',
    permissions: ['finance.read', 'audit.read'],
  },
  {
    title: () => journalText('title'),
    path: '/journal',
    permissions: ['finance.read', 'audit.read'],
  },
  { title: () => postText('title'), path: '/post/transfer', permissions: ['finance.write'] },
  {
    title: () => configText('title'),
    path: '/config',
    permissions: ['finance.read', 'configuration.write', 'audit.read'],
  },
];

/** The entries that the permissions open; the first is the start page. */
export function listNavigation(own: readonly OperatorPermission[]): readonly NavigationEntry[] {
  return entries.filter(({ permissions }) => permissions.some((needed) => own.includes(needed)));
}
