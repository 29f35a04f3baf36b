import SideNavigation from '@cloudscape-design/components/side-navigation';
import { useLocation } from '@tanstack/react-router';
import { useFollow } from '../../routing/use-follow.ts';
import { useOperator } from '../../session/session-context.tsx';
import { listNavigation } from './navigation.ts';

export function SideMenu() {
  const follow = useFollow();
  const { pathname } = useLocation();
  const entries = listNavigation(useOperator().permissions);
  const active = entries.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  return (
    <SideNavigation
      activeHref={active?.path ?? ''}
      items={entries.map(({ title, path }) => ({ type: 'link', text: title(), href: path }))}
      onFollow={follow}
    />
  );
}
