import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import type { InputProps } from '@cloudscape-design/components/input';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../../api/api-clients.ts';
import { findRecord } from '../../../api/search/find-record.ts';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { useFirstFocus } from '../../../parts/fields/use-first-focus.ts';
import { useRecordAddress } from '../../../routing/use-record-address.ts';
import { appText } from '../../app-messages.ts';

interface FindDialogProps {
  readonly onClose: () => void;
}

/** Opens the page of a record by what the operator has of it. */
export function FindDialog({ onClose }: FindDialogProps) {
  return (
    <Modal visible header={appText('findTitle')} onDismiss={onClose}>
      <FindForm onClose={onClose} />
    </Modal>
  );
}

function FindForm({ onClose }: FindDialogProps) {
  const { ledger } = useApi();
  const { history } = useRouter();
  const findAddress = useRecordAddress();
  const [text, setText] = useState('');
  const field = useFirstFocus<InputProps.Ref>();
  const search = useMutation({
    mutationFn: () => findRecord(ledger, text, findAddress),
    onSuccess: (address) => {
      if (address === undefined) return;
      onClose();
      history.push(address);
    },
  });
  const isMissing = search.isSuccess && search.data === undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!search.isPending) search.mutate();
      }}
    >
      <Form
        actions={
          <Button variant="primary" loading={search.isPending}>
            {appText('findOpen')}
          </Button>
        }
      >
        <SpaceBetween size="m">
          <FormField
            label={appText('findLabel')}
            constraintText={appText('findHint')}
            errorText={isMissing ? appText('findNone') : undefined}
          >
            <Input
              ref={field}
              value={text}
              onChange={({ detail }) => {
                search.reset();
                setText(detail.value);
              }}
            />
          </FormField>
          {search.error !== null && <ErrorPanel error={search.error} />}
        </SpaceBetween>
      </Form>
    </form>
  );
}
