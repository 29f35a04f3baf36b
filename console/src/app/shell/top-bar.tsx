import TopNavigation from '@cloudscape-design/components/top-navigation';
import { useTenant } from '../../api/use-tenant.ts';
import { useFollow } from '../../routing/use-follow.ts';
import { useOperator, useSession } from '../../session/session-context.tsx';
import { appText } from '../app-messages.ts';
import type { ShellDialog } from './keys/shell-dialogs.tsx';

const KEYS = 'keys';
const SIGN_OUT = 'sign-out';

interface TopBarProps {
  readonly onOpen: (dialog: ShellDialog) => void;
}

export function TopBar({ onOpen }: TopBarProps) {
  const session = useSession();
  const operator = useOperator();
  const { name } = useTenant();
  const follow = useFollow();
  return (
    <div id="top-bar">
      <TopNavigation
        identity={{
          title: name === undefined ? appText('product') : appText('productOf', { name }),
          href: '/',
          onFollow: follow,
        }}
        utilities={[
          {
            type: 'button',
            iconName: 'search',
            text: appText('findTitle'),
            onClick: () => onOpen('find'),
          },
          {
            type: 'menu-dropdown',
            iconName: 'user-profile',
            text: operator.username,
            items: [
              { id: 'account', text: appText('account'), href: session.accountUrl, external: true },
              { id: KEYS, text: appText('keysMenu') },
              { id: SIGN_OUT, text: appText('signOut') },
            ],
            onItemClick: ({ detail }) => {
              if (detail.id === KEYS) onOpen('keys');
              if (detail.id === SIGN_OUT) void session.signOut();
            },
          },
        ]}
      />
    </div>
  );
}
