import Button from '@cloudscape-design/components/button';
import Flashbar from '@cloudscape-design/components/flashbar';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCallback, useState } from 'react';
import type { Batch } from '../../../../client/client.ts';
import { nameBatch, nameBatchType } from '../../parts/batches/batch-request.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DownloadMenu } from './download-menu.tsx';
import { batchText } from './messages.ts';
import { useDownload } from './use-download.ts';
import { pageTitle } from '../../routing/page-titles.ts';

interface BatchHeaderProps {
  /** Undefined while it is read. */
  readonly batch: Batch | undefined;
  readonly onReadAgain: () => void;
}

/** The heading of the page, with what can be done with the batch. */
export function BatchHeader({ batch, onReadAgain }: BatchHeaderProps) {
  const [isDelivering, setIsDelivering] = useState(false);
  const [isRecorded, setIsRecorded] = useState(false);
  const close = useCallback(
    (wasRecorded: boolean) => {
      setIsDelivering(false);
      setIsRecorded(wasRecorded);
      // Another operator may have recorded it meanwhile.
      onReadAgain();
    },
    [onReadAgain],
  );
  if (batch === undefined) return <Header variant="h1">{pageTitle('batch')}</Header>;
  return (
    <SpaceBetween size="m">
      <BatchHeading batch={batch} onDeliver={() => setIsDelivering(true)} />
      {isRecorded && (
        <Flashbar
          items={[{ id: 'recorded', type: 'success', content: batchText('deliveryRecorded') }]}
        />
      )}
      {isDelivering && <DeliveryDialog batchId={batch.batchId} onClose={close} />}
    </SpaceBetween>
  );
}

interface BatchHeadingProps {
  readonly batch: Batch;
  readonly onDeliver: () => void;
}

function BatchHeading({ batch, onDeliver }: BatchHeadingProps) {
  const { batchId, status, type, artifact } = batch;
  const isOperating = useIsPermitted(['compliance.operate']);
  const download = useDownload();
  return (
    <SpaceBetween size="m">
      <Header
        variant="h1"
        info={<StatusBadge status={status} />}
        description={nameBatchType(type)}
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            {artifact !== undefined && (
              <DownloadMenu
                batch={batch}
                isPending={download.isPending}
                onDownload={(file) => download.mutate({ batchId, file })}
              />
            )}
            {isOperating && isUndelivered(batch) && (
              <Button onClick={onDeliver}>{batchText('deliver')}</Button>
            )}
          </SpaceBetween>
        }
      >
        {nameBatch(batch)}
      </Header>
      {download.error !== null && <ErrorPanel error={download.error} />}
    </SpaceBetween>
  );
}

function isUndelivered({ type, status, delivery }: Batch): boolean {
  return type === 'REGULATORY_EXPORT' && status === 'COMPLETED' && delivery === undefined;
}
