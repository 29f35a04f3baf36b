import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Moves the focus to a version that is opened from the list; a page that is opened with one keeps it. */
export function useOpenedFocus(version: number): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body) ref.current?.focus();
  }, [version]);
  return ref;
}
