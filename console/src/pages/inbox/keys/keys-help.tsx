import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { useState } from 'react';
import { areKeysOn, setKeysOn } from './key-setting.ts';
import { keysText } from './messages.ts';
import { useKeys } from './use-keys.ts';

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
  const [isOn, setIsOn] = useState(areKeysOn);
  useKeys({ '?': () => setIsOpen(true) });
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{keysText('open')}</Button>
      <Modal visible={isOpen} header={keysText('title')} onDismiss={() => setIsOpen(false)}>
        <SpaceBetween size="m">
          <div>{keysText('sentence')}</div>
          <Toggle
            checked={isOn}
            onChange={({ detail }) => {
              setKeysOn(detail.checked);
              setIsOn(detail.checked);
            }}
          >
            {keysText('areOn')}
          </Toggle>
          <KeyValuePairs
            columns={2}
            items={KEYS.map(([key, text]) => ({ label: key, value: keysText(text) }))}
          />
        </SpaceBetween>
      </Modal>
    </>
  );
}
