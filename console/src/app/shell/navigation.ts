// The menu on the left, in the order in which operators need the pages.
import { accountsText } from '../../pages/accounts/messages.ts';
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
];

/**
 * The permitted entries by the letter that opens them after a `g`: the first one of the title that no entry before
 * has, so that it is the same for all operators.
 */
export function listGoKeys(
  own: readonly OperatorPermission[],
): ReadonlyMap<string, NavigationEntry> {
  const all = new Map<string, NavigationEntry>();
  for (const entry of entries) {
    const letters = entry.title().toLowerCase().match(/[a-z]/g) ?? [];
    const free = letters.find((letter) => !all.has(letter));
    if (free !== undefined) all.set(free, entry);
  }
  const permitted = listNavigation(own);
  return new Map([...all].filter(([, entry]) => permitted.includes(entry)));
}

/** The entries that the permissions open; the first is the start page. */
export function listNavigation(own: readonly OperatorPermission[]): readonly NavigationEntry[] {
  return entries.filter(({ permissions }) => permissions.some((needed) => own.includes(needed)));
}
