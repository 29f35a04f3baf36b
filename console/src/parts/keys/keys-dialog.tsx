import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { useState } from 'react';
import { partsText } from '../parts-messages.ts';
import { areKeysOn, setKeysOn } from './key-setting.ts';

interface KeysDialogProps {
  readonly title: string;
  /** Where the keys work. */
  readonly sentence: string;
  /** Each key with what it does. */
  readonly keys: readonly (readonly [key: string, effect: string])[];
  readonly onClose: () => void;
}

/** Shows the keys, and switches all single keys of the console off. */
export function KeysDialog({ title, sentence, keys, onClose }: KeysDialogProps) {
  const [isOn, setIsOn] = useState(areKeysOn);
  return (
    <Modal visible header={title} onDismiss={onClose}>
      <SpaceBetween size="m">
        <div>{sentence}</div>
        <Toggle
          checked={isOn}
          onChange={({ detail }) => {
            setKeysOn(detail.checked);
            setIsOn(detail.checked);
          }}
        >
          {partsText('singleKeys')}
        </Toggle>
        <KeyValuePairs columns={2} items={keys.map(([label, value]) => ({ label, value }))} />
      </SpaceBetween>
    </Modal>
  );
}
