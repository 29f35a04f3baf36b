// What concerns every page: the end of the sign-in, permissions that changed, an address that was not
// understood, requests from before the page was loaded again.
import Button from '@cloudscape-design/components/button';
import Flashbar from '@cloudscape-design/components/flashbar';
import type { FlashbarProps } from '@cloudscape-design/components/flashbar';
import { useLocation, useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { useTenant } from '../../api/use-tenant.ts';
import { listDroppedParameters } from '../../routing/search-parameters.ts';
import { useOperator, useSession } from '../../session/session-context.tsx';
import { formatInstant } from '../../values/instants.ts';
import { appText } from '../app-messages.ts';
import { openedAddress } from './opened-address.ts';
import { useSubmissionNotices } from './submission-notices.tsx';
import { useEndOfSignIn } from './use-end-of-sign-in.ts';

type Notice = FlashbarProps.MessageDefinition;

export function ShellNotices() {
  const items = [
    ...useSignInNotices(),
    ...usePermissionNotices(),
    ...useAddressNotices(),
    ...useSubmissionNotices(),
  ];
  return <Flashbar items={items} />;
}

function useSignInNotices(): Notice[] {
  const session = useSession();
  const { timeZone } = useTenant();
  const end = useEndOfSignIn();
  if (end === undefined) return [];
  const content = appText('endsSoon', { time: formatInstant(end, timeZone) });
  // By the form: the sign-in that is about to end would answer at once, and end as soon.
  const signIn = () => void session.signInByWindow({ prompt: 'login' });
  const action = <Button onClick={signIn}>{appText('signIn')}</Button>;
  return [{ id: 'ends', type: 'warning', content, action }];
}

function usePermissionNotices(): Notice[] {
  const current = useOperator().permissions.join(' ');
  const [seen, setSeen] = useState(current);
  if (seen === current) return [];
  const dismiss = { dismissible: true, onDismiss: () => setSeen(current) };
  const content = appText('permissionsChanged');
  return [
    { id: 'permissions', type: 'info', content, dismissLabel: appText('dismiss'), ...dismiss },
  ];
}

function useAddressNotices(): Notice[] {
  const { pathname } = useLocation();
  const match = useMatches().at(-1);
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed || pathname !== openedAddress.path || match?.staticData.page === undefined) {
    return [];
  }
  const names = listDroppedParameters(openedAddress.search, match.search);
  if (names.length === 0) return [];
  return [
    {
      id: 'address',
      type: 'info',
      content: appText('droppedParameters', { names: names.join(', ') }),
      dismissible: true,
      dismissLabel: appText('dismiss'),
      onDismiss: () => setIsDismissed(true),
    },
  ];
}
