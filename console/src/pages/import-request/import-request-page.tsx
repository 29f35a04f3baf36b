import Alert from '@cloudscape-design/components/alert';
import Header from '@cloudscape-design/components/header';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi, useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { SubmissionForm } from '../../parts/submission-form.tsx';
import { EMPTY_IMPORT, findImportFaults } from './import-draft.ts';
import type { ImportFaults } from './import-draft.ts';
import { ImportFields } from './import-fields.tsx';
import { ImportResult } from './import-result.tsx';
import { importText } from './messages.ts';
import { useImportRequest } from './use-import-request.ts';
import { pageTitle } from '../../routing/page-titles.ts';

const route = getRouteApi('/batches/import');

/** Imports a file: its checksum is declared first, and a large file is sent after that. */
export function ImportRequestPage() {
  const navigate = route.useNavigate();
  const [draft, setDraft] = useState(EMPTY_IMPORT);
  const [faults, setFaults] = useState<ImportFaults>({});
  const { stage, declaration, isLocked, isReading, request } = useImportRequest(
    draft !== EMPTY_IMPORT,
  );
  useBlocker({
    shouldBlockFn: () => !globalThis.confirm(importText(isLocked ? 'leaveUnknown' : 'leave')),
    disabled: draft === EMPTY_IMPORT || stage.kind === 'done',
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
              label={importText('hashing')}
              value={Math.floor(100 * declaration.share)}
            />
          )}
          {declaration.isFailed && <Alert type="error">{importText('hashFailed')}</Alert>}
        </SubmissionForm>
      )}
    </SpaceBetween>
  );
}
