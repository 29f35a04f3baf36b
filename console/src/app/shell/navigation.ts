// The menu on the left, in the order in which operators need the pages.
import { accountsText } from '../../pages/accounts/messages.ts';
import { chartText } from '../../pages/chart/messages.ts';
import { batchesText } from '../../pages/batches/messages.ts';
import { adminText } from '../../pages/admin/messages.ts';
import { auditText } from '../../pages/audit/messages.ts';
import { configText } from '../../pages/config/messages.ts';
import { inboxText } from '../../pages/inbox/messages.ts';
import { journalText } from '../../pages/journal/messages.ts';
import { periodsText } from '../../pages/periods/messages.ts';
import { loansText } from '../../pages/loans/messages.ts';
import { postText } from '../../pages/post/messages.ts';
import { tieOutText } from '../../pages/tie-out/messages.ts';
import { trialBalanceText } from '../../pages/trial-balance/messages.ts';
import { systemText } from '../../pages/system/messages.ts';
import { OPERATOR_PERMISSIONS } from '../../session/permissions.ts';
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
    title: () => trialBalanceText('title'),
    path: '/gl/trial-balance',
    permissions: ['finance.read', 'audit.read'],
  },
  {
    title: () => chartText('title'),
    path: '/gl/accounts',
    permissions: ['finance.read', 'audit.read', 'configuration.write'],
  },
  {
    title: () => tieOutText('title'),
    path: '/gl/tie-out',
    permissions: ['finance.read', 'audit.read'],
  },
  {
    title: () => periodsText('title'),
    path: '/gl/periods',
    permissions: ['finance.read', 'audit.read'],
  },
  {
    title: () => batchesText('title'),
    path: '/batches',
    permissions: ['compliance.operate', 'audit.read'],
  },
  { title: () => loansText('title'), path: '/loans', permissions: ['finance.read', 'audit.read'] },
  { title: () => auditText('title'), path: '/audit', permissions: ['audit.read'] },
  { title: () => systemText('title'), path: '/system', permissions: OPERATOR_PERMISSIONS },
  { title: () => adminText('title'), path: '/admin', permissions: OPERATOR_PERMISSIONS },
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
