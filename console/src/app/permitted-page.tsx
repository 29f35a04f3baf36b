import { Outlet, useMatches } from '@tanstack/react-router';
import type { PageData } from '../routing/page-data.ts';
import { useOperator } from '../session/session-context.tsx';
import { appText } from './app-messages.ts';
import { MessagePage } from './message-page.tsx';

/** Whether the operator may see the page of the address. The API decides in any case; this only says so sooner. */
export function useIsPagePermitted(): boolean {
  const page = useMatches().at(-1)?.staticData.page;
  const { permissions: own } = useOperator();
  return page?.permissions.some((needed) => own.includes(needed)) ?? true;
}

/**
 * The page of the address, or what it needs. It stands in the root route, not in the shell: what the shell has around it
 * follows the address, and must never leave the page.
 */
export function PermittedPage() {
  const page = useMatches().at(-1)?.staticData.page;
  return useIsPagePermitted() ? <Outlet /> : <NotPermittedPage page={page} />;
}

function NotPermittedPage({ page }: { readonly page: PageData | undefined }) {
  const permissions = page?.permissions.join(' / ') ?? '';
  return (
    <MessagePage title={appText('notPermittedTitle')}>
      {appText('notPermittedSentence', { permissions })}
    </MessagePage>
  );
}
