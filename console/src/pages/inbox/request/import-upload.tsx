// The file of an import that was approved and waits for it: the maker chooses it again, and it is sent if it is the one
// that was declared.
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { ChangeRequest, LegacyImport } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';
import { findApprovedUpload } from '../../../api/uploads/approved-upload.ts';
import type { ApprovedUpload } from '../../../api/uploads/approved-upload.ts';
import { declareFile } from '../../../api/uploads/declare-file.ts';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { FileField } from '../../../parts/fields/file-field.tsx';
import { SendingPanel } from '../../../parts/uploads/sending-panel.tsx';
import { uploadText } from '../../../parts/uploads/uploads-messages.ts';
import { PageLink } from '../../../routing/page-link.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { requestText } from './messages.ts';

/** Absent for other requests, and for those who import nothing. */
export function ImportUpload({ request }: { readonly request: ChangeRequest }) {
  const isPermitted = useIsPermitted(['compliance.operate']);
  const approved = findApprovedUpload(request);
  if (!isPermitted || approved === undefined) return null;
  return <ApprovedImport request={request} approved={approved} />;
}

interface ApprovedImportProps {
  readonly request: ChangeRequest;
  readonly approved: ApprovedUpload;
}

function ApprovedImport({ request, approved }: ApprovedImportProps) {
  const { workbench } = useApi();
  const { batchId, upload } = approved;
  const queryKey = useOperationKey('getLegacyBatch', { batchId });
  const {
    data: batch,
    error,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await workbench.GET('/api/legacy-batches/{batchId}', { params: { path: { batchId } } }),
      ),
  });
  const isOver = new Date(upload.expires_at) < new Date();
  return (
    <SpaceBetween size="m">
      {error !== null && <ErrorPanel error={error} onTryAgain={() => void refetch()} />}
      {batch?.status === 'AWAITING_UPLOAD' &&
        (isOver ? (
          <Alert type="warning">{uploadText('linkEnded')}</Alert>
        ) : (
          <FileChoice request={request} approved={approved} />
        ))}
      <PageLink to="/batches/$batchId" params={{ batchId }}>
        {requestText('openImport')}
      </PageLink>
    </SpaceBetween>
  );
}

function FileChoice({ request, approved }: ApprovedImportProps) {
  const { file: declared } = request.request.body as LegacyImport;
  const [file, setFile] = useState<File>();
  const navigate = useNavigate();
  const { batchId } = approved;
  const open = useCallback(
    () => void navigate({ to: '/batches/$batchId', params: { batchId } }),
    [navigate, batchId],
  );
  const { share, comparison, compare } = useComparison(declared);
  if (comparison.data === true && file !== undefined) {
    return <SendingPanel upload={approved.upload} file={file} onSent={open} />;
  }
  const isOther = comparison.data === false;
  return (
    <SpaceBetween size="s">
      <FileField
        label={requestText('fileWaits', { name: declared.name })}
        file={file}
        errorText={
          comparison.error === null
            ? isOther
              ? requestText('otherFile')
              : undefined
            : uploadText('hashFailed')
        }
        onChange={(chosen) => {
          comparison.reset();
          setFile(chosen);
        }}
      />
      {comparison.isPending && (
        <ProgressBar label={uploadText('hashing')} value={Math.floor(100 * share)} />
      )}
      <Button
        disabled={file === undefined || comparison.isPending}
        onClick={() => file !== undefined && compare(file)}
      >
        {requestText('sendFile')}
      </Button>
    </SpaceBetween>
  );
}

/** Whether a file is the one that was declared. */
function useComparison(declared: LegacyImport['file']) {
  const [share, setShare] = useState(0);
  const comparison = useMutation({
    mutationFn: async (file: File) => {
      if (file.size !== declared.size_bytes) return false;
      const { signal } = new AbortController();
      const { checksum } = await declareFile(file, { signal, onProgress: setShare });
      return checksum === declared.checksum_sha256.toLowerCase();
    },
  });
  return { share, comparison, compare: (file: File) => comparison.mutate(file) };
}
