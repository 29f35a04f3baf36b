import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { KeyValuePairsProps } from '@cloudscape-design/components/key-value-pairs';
import type { Batch } from '../../../../client/client.ts';
import { readRequestedFile, readRequestText } from '../../parts/batches/batch-request.ts';
import { RequesterName } from '../../parts/batches/requester-name.tsx';
import { CopyId } from '../../parts/copy-id.tsx';
import { Instant } from '../../parts/instant.tsx';
import { OperatorName } from '../../parts/operator-name.tsx';
import { formatBytes } from '../../values/byte-sizes.ts';
import { batchText } from './messages.ts';

type LabelledFact = KeyValuePairsProps.Pair;

export function BatchFacts({ batch }: { readonly batch: Batch }) {
  const isExport = batch.type === 'REGULATORY_EXPORT';
  return (
    <Container>
      <KeyValuePairs
        columns={4}
        items={[
          ...(isExport ? listExportFacts(batch) : listImportFacts(batch)),
          ...listArtifactFacts(batch),
          ...listRequestFacts(batch),
          ...listDeliveryFacts(batch),
        ]}
      />
    </Container>
  );
}

function listExportFacts({ request, format, format_reason, progress }: Batch): LabelledFact[] {
  const [from, to] = ['period_from', 'period_to'].map((name) => readRequestText(request, name));
  return [
    {
      label: batchText('period'),
      value: batchText('periodDays', { from: from ?? '', to: to ?? '' }),
    },
    { label: batchText('legalBasis'), value: readRequestText(request, 'legal_basis_code') },
    ...(format === undefined
      ? []
      : [{ label: batchText('format'), value: format_reason ?? format.toUpperCase() }]),
    { label: batchText('lockedUntil'), value: readRequestText(request, 'retention_until') },
    { label: batchText('records'), value: progress.processed.toLocaleString() },
  ];
}

function listImportFacts({ request, progress }: Batch): LabelledFact[] {
  const type = readRequestText(request, 'record_type') || readRequestText(request, 'entity_name');
  return [
    { label: batchText('file'), value: readRequestText(readRequestedFile(request), 'name') },
    { label: batchText('recordType'), value: type },
    { label: batchText('records'), value: progress.processed.toLocaleString() },
    { label: batchText('rejected'), value: progress.rejected.toLocaleString() },
  ];
}

function listArtifactFacts({ artifact }: Batch): LabelledFact[] {
  if (artifact === undefined) return [];
  return [
    { label: batchText('rows'), value: artifact.rows.toLocaleString() },
    { label: batchText('size'), value: formatBytes(artifact.size_bytes) },
    { label: batchText('checksum'), value: <CopyId id={artifact.checksum.value} /> },
  ];
}

function listRequestFacts(batch: Batch): LabelledFact[] {
  const { batchId, requested_by, created_at, completed_at, status } = batch;
  return [
    { label: batchText('batch'), value: <CopyId id={batchId} /> },
    { label: batchText('requestedBy'), value: <RequesterName id={requested_by} /> },
    { label: batchText('requested'), value: <Instant value={created_at} /> },
    ...(completed_at === undefined
      ? []
      : [
          {
            label: batchText(status === 'COMPLETED' ? 'completed' : 'ended'),
            value: <Instant value={completed_at} />,
          },
        ]),
  ];
}

function listDeliveryFacts({ delivery }: Batch): LabelledFact[] {
  if (delivery === undefined) return [];
  return [
    { label: batchText('delivered'), value: <Instant value={delivery.delivered_at} /> },
    { label: batchText('authorityReference'), value: delivery.authority_reference },
    { label: batchText('recordedBy'), value: <OperatorName id={delivery.recorded_by} /> },
    { label: batchText('recorded'), value: <Instant value={delivery.recorded_at} /> },
  ];
}
