import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { ChangeRequest, LegacyImport } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { useKeptPage } from '../../api/submissions/use-submission.ts';
import { findApprovedUpload } from '../../api/uploads/approved-upload.ts';
import { SignInOffer } from '../../parts/submission-form.tsx';
import { SendingPanel } from '../../parts/uploads/sending-panel.tsx';
import { RequestLink } from '../../routing/request-link.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { importText } from './messages.ts';

const POLL_INTERVAL_MS = 5_000;

interface WaitingImportProps {
  readonly request: ChangeRequest;
  /** The file as it was declared; undefined if that is not certain. */
  readonly file: File | undefined;
}

/** An import that another operator must approve; its file is sent once that is done. */
export function WaitingImport({ request: submitted, file }: WaitingImportProps) {
  const navigate = useNavigate();
  const isReader = useIsPermitted(['finance.read']);
  const isLater = (submitted.request.body as LegacyImport).file.content === undefined;
  const request = useWatchedRequest(submitted, isReader && isLater);
  const isWaiting = isReader && isLater && request.status === 'PENDING_APPROVAL';
  useKeptPage(isWaiting && file !== undefined, false);
  const approved = findApprovedUpload(request);
  // The link is another one at each reading of the same request, and the file is sent once.
  const [first, setFirst] = useState(approved);
  if (first === undefined && approved !== undefined) setFirst(approved);
  const batchId = first?.batchId ?? '';
  const open = useCallback(
    () => void navigate({ to: '/batches/$batchId', params: { batchId } }),
    [navigate, batchId],
  );
  if (first !== undefined && file !== undefined) {
    return <SendingPanel upload={first.upload} file={file} onSent={open} />;
  }
  if (request.status === 'REJECTED' || request.status === 'FAILED') {
    return (
      <Alert
        type="warning"
        header={importText('refusedTitle')}
        action={<RequestLink requestId={request.id}>{importText('openRequest')}</RequestLink>}
      >
        {importText('refusedSentence')}
      </Alert>
    );
  }
  return (
    <SpaceBetween size="m">
      <Alert
        type="info"
        header={importText('waiting')}
        {...(isReader && {
          action: <RequestLink requestId={request.id}>{importText('openRequest')}</RequestLink>,
        })}
      >
        <div>{importText('waitingSentence')}</div>
        {isLater && <div>{importText(isReader ? 'waitingUpload' : 'waitingUploadUnread')}</div>}
      </Alert>
      <SignInOffer />
    </SpaceBetween>
  );
}

/** The request as it is now, until it is decided. */
function useWatchedRequest(submitted: ChangeRequest, isWatched: boolean): ChangeRequest {
  const { ledger } = useApi();
  const { id: requestId } = submitted;
  const queryKey = useOperationKey('getChangeRequest', { requestId });
  const { data } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/change-requests/{requestId}', { params: { path: { requestId } } }),
      ),
    enabled: isWatched,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === 'PENDING_APPROVAL'
        ? POLL_INTERVAL_MS
        : false,
  });
  return data ?? submitted;
}
