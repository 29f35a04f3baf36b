import { useEffect, useRef } from 'react';
import { areKeysOn } from './key-setting.ts';

/** The part of the page in which the keys work. */
export const KEYS_AREA = 'inbox-keys';

const TYPED_IN =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=listbox]';

/** Calls the handler of a key that is pressed alone in the inbox, outside of text fields and dialogs. */
export function useKeys(handlers: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !areKeysOn() || !isPressedInArea(event)) return;
      const handler = latest.current[event.key];
      if (handler === undefined) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isPressedInArea({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return false;
  const isInArea = target.closest(`.${KEYS_AREA}`) !== null;
  return isInArea && target.closest(`${TYPED_IN}, [role=dialog]`) === null;
}
