import BreadcrumbGroup from '@cloudscape-design/components/breadcrumb-group';
import { useEffect } from 'react';
import type { PageData } from '../../routing/page-data.ts';
import { useFollow } from '../../routing/use-follow.ts';
import { appText } from '../app-messages.ts';

/** Where the page is, in the breadcrumbs and in the window's title. */
export function PageTrail({ page }: { readonly page: PageData }) {
  const follow = useFollow();
  const title = page.title();
  useEffect(() => {
    document.title = appText('windowTitle', { page: title });
  }, [title]);
  return (
    <BreadcrumbGroup
      ariaLabel={appText('breadcrumbs')}
      items={[
        ...page.parents.map((parent) => ({ text: parent.title(), href: parent.path })),
        { text: title, href: '' },
      ]}
      onFollow={follow}
    />
  );
}
