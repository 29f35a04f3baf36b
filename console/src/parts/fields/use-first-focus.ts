import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

interface FocusableField {
  focus(): void;
}

/**
 * Moves the focus to a field of a dialog that opens. The dialog first moves it to its own button, and notes where it was,
 * to give it back at the end: with `autoFocus` the field would come before that, and the focus would be lost.
 */
export function useFirstFocus<Field extends FocusableField>(
  isWanted = true,
): RefObject<Field | null> {
  const ref = useRef<Field>(null);
  useEffect(() => {
    if (isWanted) queueMicrotask(() => ref.current?.focus());
  }, [isWanted]);
  return ref;
}
