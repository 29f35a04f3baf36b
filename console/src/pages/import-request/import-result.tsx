import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { Batch, BatchUpload, ChangeRequest } from '../../../../client/client.ts';
import { SendingPanel } from '../../parts/uploads/sending-panel.tsx';
import { partsText } from '../../parts/parts-messages.ts';
import { PageLink } from '../../routing/page-link.tsx';
import { importText } from './messages.ts';
import { WaitingImport } from './waiting-import.tsx';

interface ImportResultProps {
  /** A control may answer with a request instead of the import. */
  readonly answer: Batch | ChangeRequest;
  /** Whether what took effect is an earlier input of the form. */
  readonly isEarlier: boolean;
  readonly file: File | undefined;
}

/** What follows the request: sending the file, or the page of the import. */
export function ImportResult({ answer, isEarlier, file }: ImportResultProps) {
  if (!('batchId' in answer))
    return <WaitingImport request={answer} file={isEarlier ? undefined : file} />;
  const { batchId, upload } = answer;
  if (isEarlier) return <EarlierImport batchId={batchId} />;
  if (upload === undefined || file === undefined) return <OpenedImport batchId={batchId} />;
  return <SentImport batchId={batchId} upload={upload} file={file} />;
}

const route = getRouteApi('/batches/import');

function useOpenImport(batchId: string): () => void {
  const navigate = route.useNavigate();
  return useCallback(() => {
    void navigate({ to: '/batches/$batchId', params: { batchId } });
  }, [navigate, batchId]);
}

/** Leaves for the page of the import. */
function OpenedImport({ batchId }: { readonly batchId: string }) {
  const open = useOpenImport(batchId);
  useEffect(open, [open]);
  return null;
}

interface SentImportProps {
  readonly batchId: string;
  readonly upload: BatchUpload;
  readonly file: File;
}

function SentImport({ batchId, upload, file }: SentImportProps) {
  return <SendingPanel upload={upload} file={file} onSent={useOpenImport(batchId)} />;
}

// The file that is chosen now need not be the one that was declared then.
function EarlierImport({ batchId }: { readonly batchId: string }) {
  return (
    <SpaceBetween size="m">
      <Alert type="info">{partsText('earlierTookEffect')}</Alert>
      <PageLink to="/batches/$batchId" params={{ batchId }}>
        {importText('open')}
      </PageLink>
    </SpaceBetween>
  );
}
