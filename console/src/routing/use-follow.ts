import { useRouter } from '@tanstack/react-router';

interface FollowEvent {
  readonly detail: { readonly href?: string; readonly external?: boolean };
  preventDefault(): void;
}

/** Follows links of menus inside the page instead of loading it again. */
export function useFollow(): (event: FollowEvent) => void {
  const { history } = useRouter();
  return (event) => {
    const { href, external } = event.detail;
    if (href === undefined || external === true || !href.startsWith('/')) return;
    event.preventDefault();
    history.push(href);
  };
}
