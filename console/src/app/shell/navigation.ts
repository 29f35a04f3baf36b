// The menu on the left, in the order in which operators need the pages.
import { configText } from '../../pages/config/messages.ts';
import { OPERATOR_PERMISSIONS } from '../../session/permissions.ts';
import type { OperatorPermission } from '../../session/permissions.ts';
import { pageTitle } from '../../routing/page-titles.ts';

export interface NavigationEntry {
  readonly title: () => string;
  readonly path: string;
  readonly permissions: readonly OperatorPermission[];
}

const entries: readonly NavigationEntry[] = [
  { title: () => pageTitle('inbox'), path: '/inbox', permissions: ['finance.read'] },
  {
    title: () => pageTitle('accounts'),
    path: '/accounts',
    permissions: ['finance.read', 'audit.read'],
  },
  {
    title: () => pageTitle('journal'),
    path: '/journal',
    permissions: ['finance.read', 'audit.read'],
  },
  { title: () => pageTitle('post'), path: '/post/transfer', permissions: ['finance.write'] },
  {
    title: () => pageTitle('trialBalance'),
    path: '/gl/trial-balance',
    permissions: ['finance.read', 'audit.read'],
  },
  {
    title: () => pageTitle('chart'),
    path: '/gl/accounts',
    permissions: ['finance.read', 'audit.read', 'configuration.write'],
  },
  {
    title: () => pageTitle('tieOut'),
    path: '/gl/tie-out',
    permissions: ['finance.read', 'audit.read'],
  },
  {
    title: () => pageTitle('periods'),
    path: '/gl/periods',
    permissions: ['finance.read', 'audit.read'],
  },
  {
    title: () => pageTitle('batches'),
    path: '/batches',
    permissions: ['compliance.operate', 'audit.read'],
  },
  { title: () => pageTitle('loans'), path: '/loans', permissions: ['finance.read', 'audit.read'] },
  {
    title: () => configText('title'),
    path: '/config',
    permissions: ['finance.read', 'configuration.write', 'audit.read'],
  },
  { title: () => pageTitle('audit'), path: '/audit', permissions: ['audit.read'] },
  { title: () => pageTitle('system'), path: '/system', permissions: OPERATOR_PERMISSIONS },
  { title: () => pageTitle('admin'), path: '/admin', permissions: OPERATOR_PERMISSIONS },
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
