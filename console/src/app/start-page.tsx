import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOperator } from '../session/session-context.tsx';
import { appText } from './app-messages.ts';
import { MessagePage } from './message-page.tsx';
import { listNavigation } from './shell/navigation.ts';

/** Leads to the first page that the operator may see. */
export function StartPage() {
  const { history } = useRouter();
  const [first] = listNavigation(useOperator().permissions);
  useEffect(() => {
    if (first !== undefined) history.replace(first.path);
  }, [first, history]);
  if (first !== undefined) return null;
  return (
    <MessagePage title={appText('nothingPermittedTitle')}>
      {appText('nothingPermittedSentence')}
    </MessagePage>
  );
}
