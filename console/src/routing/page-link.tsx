import CloudscapeLink from '@cloudscape-design/components/link';
import type { LinkProps } from '@cloudscape-design/components/link';
import { createLink } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

interface AnchorProps {
  readonly href?: string;
  readonly onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  readonly variant?: LinkProps.Variant;
  readonly fontSize?: LinkProps.FontSize;
  readonly children?: ReactNode;
}

// Cloudscape reports only plain clicks, and the router asks the event for all that it is not.
const plainClick = {
  button: 0,
  defaultPrevented: false,
  currentTarget: { getAttribute: () => null },
};

function Anchor({ href, onClick, variant, fontSize, children }: AnchorProps) {
  return (
    <CloudscapeLink
      {...(href !== undefined && { href })}
      {...(variant !== undefined && { variant })}
      {...(fontSize !== undefined && { fontSize })}
      onFollow={(event) => {
        const click = { ...plainClick, preventDefault: () => event.preventDefault() };
        onClick?.(click as unknown as MouseEvent<HTMLAnchorElement>);
      }}
    >
      {children}
    </CloudscapeLink>
  );
}

/** A link to a page of the console; the compiler checks its address. */
export const PageLink = createLink(Anchor);
