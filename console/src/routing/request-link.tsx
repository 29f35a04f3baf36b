import Link from '@cloudscape-design/components/link';
import type { ReactNode } from 'react';
import { useFollow } from './use-follow.ts';

interface RequestLinkProps {
  readonly requestId: string;
  readonly children: ReactNode;
}

/** A link to a request, of any kind, where it is decided. */
export function RequestLink({ requestId, children }: RequestLinkProps) {
  const follow = useFollow();
  return (
    <Link href={`/inbox/${encodeURIComponent(requestId)}`} onFollow={follow}>
      {children}
    </Link>
  );
}
