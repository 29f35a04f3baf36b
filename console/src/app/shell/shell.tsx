// What surrounds every page: bar, menu, breadcrumbs, notices.
import AppLayoutToolbar from '@cloudscape-design/components/app-layout-toolbar';
import { useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { appText } from '../app-messages.ts';
import { useIsPagePermitted } from '../permitted-page.tsx';
import { ShellDialogs } from './keys/shell-dialogs.tsx';
import type { ShellDialog } from './keys/shell-dialogs.tsx';
import { useConsoleKeys } from './keys/use-console-keys.ts';
import { PageTrail } from './page-trail.tsx';
import { ShellNotices } from './shell-notices.tsx';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusedHeading } from './use-focused-heading.ts';

export function Shell({ children }: { readonly children: ReactNode }) {
  const match = useMatches().at(-1);
  const page = match?.staticData.page;
  const isPermitted = useIsPagePermitted();
  const [dialog, setDialog] = useState<ShellDialog>();
  useConsoleKeys(setDialog);
  useFocusedHeading((page?.keepsFocus === true ? match?.routeId : match?.pathname) ?? '');
  return (
    <>
      <a className="skip-link" href="#content" onClick={focusContent}>
        {appText('skipToContent')}
      </a>
      <TopBar onOpen={setDialog} />
      <AppLayoutToolbar
        headerSelector="#top-bar"
        toolsHide
        navigation={<SideMenu />}
        breadcrumbs={page && isPermitted && <PageTrail page={page} />}
        notifications={<ShellNotices />}
        ariaLabels={{
          navigation: appText('mainNavigation'),
          navigationToggle: appText('openNavigation'),
          navigationClose: appText('closeNavigation'),
          notifications: appText('notifications'),
        }}
        content={
          <div id="content" tabIndex={-1}>
            {children}
          </div>
        }
      />
      <ShellDialogs open={dialog} onClose={() => setDialog(undefined)} />
    </>
  );
}

// The link must not change the address, which holds the filters of the page.
function focusContent(event: { preventDefault(): void }) {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}
