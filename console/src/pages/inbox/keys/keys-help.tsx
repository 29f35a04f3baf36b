import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { loadPart } from '../../../parts/load-part.tsx';
import { keysText } from './messages.ts';
import { useKeys } from './use-keys.ts';

const KeysDialog = loadPart(
  async () => (await import('../../../parts/keys/keys-dialog.tsx')).KeysDialog,
);

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'enter'],
  ['x', 'select'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['/', 'filter'],
  ['?', 'help'],
] as const;

/** The button that shows the keys, and switches them off. */
export function KeysHelp() {
  const [isOpen, setIsOpen] = useState(false);
  useKeys({ '?': () => setIsOpen(true) });
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{keysText('open')}</Button>
      {isOpen && (
        <KeysDialog
          title={keysText('title')}
          sentence={keysText('sentence')}
          keys={KEYS.map(([key, text]) => [key, keysText(text)] as const)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
