import { areKeysOn } from './key-setting.ts';

const TYPED_IN =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=listbox]';

/** Whether a key is pressed alone, outside of text fields and dialogs, and no one has taken it. */
export function isSingleKey(event: KeyboardEvent): boolean {
  const { defaultPrevented, target, ctrlKey, metaKey, altKey } = event;
  if (defaultPrevented || ctrlKey || metaKey || altKey || !areKeysOn()) return false;
  return target instanceof Element && target.closest(`${TYPED_IN}, [role=dialog]`) === null;
}
