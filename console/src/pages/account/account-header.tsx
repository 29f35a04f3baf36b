import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Flashbar from '@cloudscape-design/components/flashbar';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Account, AccountTransition } from '../../../../client/client.ts';
import { loadPart } from '../../parts/load-part.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { accountText } from './messages.ts';
import { pageTitle } from '../../routing/page-titles.ts';

const TransitionDialog = loadPart(
  async () => (await import('./transition-dialog.tsx')).TransitionDialog,
);

const TRANSITIONS_BY_STATUS: Readonly<Record<string, readonly AccountTransition[]>> = {
  ACTIVE: ['FREEZE', 'CLOSE'],
  FROZEN: ['UNFREEZE', 'CLOSE'],
};

const ACTION_TEXTS = {
  FREEZE: 'askToFreeze',
  UNFREEZE: 'askToUnfreeze',
  CLOSE: 'askToClose',
} as const;

/** The heading of the page; without an account while that is read. */
export function AccountHeader({ account }: { readonly account: Account | undefined }) {
  const [transition, setTransition] = useState<AccountTransition>();
  const [isRequested, setIsRequested] = useState(false);
  const isPermitted = useIsPermitted(['finance.write']);
  const transitions = account === undefined ? [] : (TRANSITIONS_BY_STATUS[account.status] ?? []);
  return (
    <SpaceBetween size="m">
      <Header
        variant="h1"
        info={account && <StatusBadge status={account.status} />}
        actions={
          isPermitted && transitions.length > 0 ? (
            <ButtonDropdown
              items={transitions.map((id) => ({ id, text: accountText(ACTION_TEXTS[id]) }))}
              onItemClick={({ detail }) => setTransition(detail.id as AccountTransition)}
            >
              {accountText('actions')}
            </ButtonDropdown>
          ) : undefined
        }
      >
        {account?.name ?? pageTitle('account')}
      </Header>
      {isRequested && (
        <Flashbar
          items={[{ id: 'requested', type: 'success', content: accountText('requested') }]}
        />
      )}
      {account !== undefined && transition !== undefined && (
        <TransitionDialog
          accountId={account.id}
          transition={transition}
          onClose={(wasSent) => {
            setTransition(undefined);
            setIsRequested(wasSent);
          }}
        />
      )}
    </SpaceBetween>
  );
}
