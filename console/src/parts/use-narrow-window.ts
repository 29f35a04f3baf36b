import { useSyncExternalStore } from 'react';

// Below this width a table would have to be scrolled sideways.
const NARROW = '(max-width: 687px)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useNarrowWindow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}
