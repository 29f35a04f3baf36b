import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import type { BatchStatus, BatchType } from '../../../../client/client.ts';
import { ChoiceField } from '../../parts/fields/choice-field.tsx';
import { partsText } from '../../parts/parts-messages.ts';
import { batchesText } from './messages.ts';

export interface BatchListSearch {
  readonly type?: BatchType;
  readonly status?: BatchStatus;
}

const route = getRouteApi('/batches');

function listTypeOptions() {
  return [
    { value: '', label: batchesText('anyKind') },
    { value: 'REGULATORY_EXPORT', label: batchesText('exports') },
    { value: 'LEGACY_IMPORT', label: batchesText('imports') },
  ];
}

const STATUS_WORDS = {
  ACCEPTED: 'batchAccepted',
  AWAITING_UPLOAD: 'batchAwaitingUpload',
  RUNNING: 'batchRunning',
  COMPLETED: 'batchCompleted',
  FAILED: 'decisionFailed',
} as const satisfies Readonly<Record<BatchStatus, string>>;

function listStatusOptions() {
  const statuses = Object.entries(STATUS_WORDS).map(([value, word]) => ({
    value,
    label: partsText(word),
  }));
  return [{ value: '', label: batchesText('anyStatus') }, ...statuses];
}

/** The filters of the address; each counts as soon as it is chosen. */
export function BatchFilters({ search }: { readonly search: BatchListSearch }) {
  const navigate = route.useNavigate();
  const show = (change: Readonly<Record<string, string>>) => {
    const filled = Object.entries({ ...search, ...change }).filter(([, text]) => text);
    void navigate({ search: Object.fromEntries(filled) as BatchListSearch });
  };
  return (
    <SpaceBetween direction="horizontal" size="m" alignItems="end">
      <ChoiceField
        label={batchesText('kind')}
        options={listTypeOptions()}
        value={search.type ?? ''}
        onChange={(type) => show({ type })}
      />
      <ChoiceField
        label={batchesText('status')}
        options={listStatusOptions()}
        value={search.status ?? ''}
        onChange={(status) => show({ status })}
      />
      <Button onClick={() => void navigate({ search: {} })}>{batchesText('clear')}</Button>
    </SpaceBetween>
  );
}
