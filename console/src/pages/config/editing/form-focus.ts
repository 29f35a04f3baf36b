import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Moves the focus to what has just appeared: a form that was opened, or the end of one. */
export function useFocusOnArrival(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}

/** Moves the focus to the heading of the page, when what had it is closed. */
export function focusHeading(): void {
  const heading = document.querySelector('h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus();
}
