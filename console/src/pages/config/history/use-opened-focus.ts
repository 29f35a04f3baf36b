import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Moves the focus to what is opened from a list; a page that is opened with it keeps the focus. */
export function useOpenedFocus(opened: number | string): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body) ref.current?.focus();
  }, [opened]);
  return ref;
}
