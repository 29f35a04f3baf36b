import Alert from '@cloudscape-design/components/alert';
import Header from '@cloudscape-design/components/header';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi, useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { uploadText } from '../../parts/uploads/uploads-messages.ts';
import { SubmissionForm } from '../../parts/submission-form.tsx';
import { EMPTY_IMPORT, findImportFaults } from './import-draft.ts';
import type { ImportDraft, ImportFaults } from './import-draft.ts';
import { ImportFields } from './import-fields.tsx';
import { ImportResult } from './import-result.tsx';
import { importText } from './messages.ts';
import { useImportRequest } from './use-import-request.ts';
import { pageTitle } from '../../routing/page-titles.ts';

const route = getRouteApi('/batches/import');

/** Imports a file: its checksum is declared first, and a large file is sent after that. */
export function ImportRequestPage() {
  const navigate = route.useNavigate();
  const { type } = route.useSearch();
  const [first] = useState(() => buildFirstDraft(type));
  const [draft, setDraft] = useState(first);
  const [faults, setFaults] = useState<ImportFaults>({});
  const { stage, declaration, isLocked, isReading, request } = useImportRequest(draft !== first);
  useBlocker({
    shouldBlockFn: () => !globalThis.confirm(importText(isLocked ? 'leaveUnknown' : 'leave')),
    disabled: draft === first || stage.kind === 'done',
    enableBeforeUnload: false,
  });
  const send = () => {
    const found = findImportFaults(draft);
    setFaults(found);
    if (Object.keys(found).length === 0 && draft.file !== undefined) request(draft, draft.file);
  };
  return (
    <SpaceBetween size="m">
      <Header variant="h1" description={importText('intro')}>
        {pageTitle('importRequest')}
      </Header>
      {stage.kind === 'done' ? (
        <ImportResult answer={stage.answer} isEarlier={stage.isEarlier} file={draft.file} />
      ) : (
        <SubmissionForm
          stage={isReading ? { kind: 'sending' } : stage}
          submitLabel={importText('submit')}
          onSubmit={send}
          onCancel={() => void navigate({ to: '/batches' })}
        >
          <ImportFields
            draft={draft}
            faults={faults}
            isLocked={isLocked}
            onChange={(change) => setDraft({ ...draft, ...change })}
          />
          {declaration.share !== undefined && (
            <ProgressBar
              label={uploadText('hashing')}
              value={Math.floor(100 * declaration.share)}
            />
          )}
          {declaration.isFailed && <Alert type="error">{uploadText('hashFailed')}</Alert>}
        </SubmissionForm>
      )}
    </SpaceBetween>
  );
}

function buildFirstDraft(type: 'chart' | undefined): ImportDraft {
  return type === 'chart'
    ? { ...EMPTY_IMPORT, recordType: 'GENERAL_LEDGER_ACCOUNT' }
    : EMPTY_IMPORT;
}
