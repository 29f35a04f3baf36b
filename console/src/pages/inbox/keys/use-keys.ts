import { useEffect, useRef } from 'react';
import { isSingleKey } from '../../../parts/keys/pressed-keys.ts';

/** The part of the page in which the keys work. */
export const KEYS_AREA = 'inbox-keys';

/** Calls the handler of a key that is pressed alone in the inbox, outside of text fields and dialogs. */
export function useKeys(handlers: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isSingleKey(event) || !isPressedInArea(event)) return;
      const handler = latest.current[event.key];
      if (handler === undefined) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isPressedInArea({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(`.${KEYS_AREA}`) !== null;
}
