import { useEffect, useState } from 'react';

/** What takes less time than this is not announced as loading: it would only flicker. */
const LOADING_DELAY_MS = 300;

/** Whether the condition has held for 300 ms. */
export function useDelay(condition: boolean): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    if (!condition) return undefined;
    const timer = setTimeout(() => setIsPast(true), LOADING_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setIsPast(false);
    };
  }, [condition]);
  return condition && isPast;
}
