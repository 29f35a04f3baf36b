import Alert from '@cloudscape-design/components/alert';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState } from 'react';
import type { Account } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useSubmission } from '../../../api/submissions/use-submission.ts';
import { MetadataFields } from '../../../parts/metadata/metadata-fields.tsx';
import {
  buildMetadata,
  findMetadataFaults,
  toMetadataRows,
} from '../../../parts/metadata/metadata-rows.ts';
import type { Metadata } from '../../../parts/metadata/metadata-rows.ts';
import { SubmissionForm } from '../../../parts/submission-form.tsx';
import { accountMetadataText } from './messages.ts';

interface MetadataDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Replaces the metadata of an account. */
export function MetadataDialog({ account, onClose }: MetadataDialogProps) {
  const [opened] = useState(account);
  const [first] = useState(() => toMetadataRows(account.metadata));
  const [rows, setRows] = useState(first);
  const [isChecked, setIsChecked] = useState(false);
  const { stage, isLocked, submit } = useMetadataSubmission(account.id, rows !== first);
  useEffect(() => {
    if (stage.kind === 'done') onClose();
  }, [stage, onClose]);
  const faults = findMetadataFaults(rows);
  const send = () => {
    setIsChecked(true);
    if (Object.keys(faults).length === 0) submit(buildMetadata(rows));
  };
  const close = () => {
    if (!isLocked) onClose();
  };
  const isOutdated = account.metadata_version !== opened.metadata_version && !isLocked;
  return (
    <Modal visible size="large" header={accountMetadataText('change')} onDismiss={close}>
      <SubmissionForm
        stage={stage}
        submitLabel={accountMetadataText('save')}
        onSubmit={send}
        onCancel={close}
      >
        <SpaceBetween size="m">
          {isOutdated && <Alert type="warning">{accountMetadataText('outdated')}</Alert>}
          <MetadataFields
            rows={rows}
            onChange={setRows}
            faults={isChecked ? faults : {}}
            isLocked={isLocked}
          />
        </SpaceBetween>
      </SubmissionForm>
    </Modal>
  );
}

function useMetadataSubmission(accountId: string, isDirty: boolean) {
  const { ledger } = useApi();
  return useSubmission({
    operation: 'replaceAccountMetadata',
    isDirty,
    send: async (metadata: Metadata, key) =>
      requireData(
        await ledger.PUT('/api/accounts/{accountId}/metadata', {
          params: { path: { accountId }, header: { 'Idempotency-Key': key } },
          body: { metadata },
        }),
      ),
  });
}
