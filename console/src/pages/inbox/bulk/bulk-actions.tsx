import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { RequestSummary } from '../../../../../client/client.ts';
import { loadPart } from '../../../parts/load-part.tsx';
import type { StoredRequest } from '../request-kinds.ts';
import { bulkText } from './messages.ts';
import type { BulkKind } from './use-bulk-decision.ts';

interface BulkActionsProps {
  readonly selected: readonly RequestSummary[];
  readonly onDecided: (decided: readonly StoredRequest[]) => void;
}

interface OpenBulk {
  readonly decision: BulkKind;
  readonly requests: readonly RequestSummary[];
}

const BulkDialog = loadPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

const LABELS = { approve: 'approveSelected', reject: 'rejectSelected' } as const;

/** The buttons that decide what is selected. */
export function BulkActions({ selected, onDecided }: BulkActionsProps) {
  const [open, setOpen] = useState<OpenBulk>();
  return (
    <>
      <SpaceBetween direction="horizontal" size="xs">
        {(['approve', 'reject'] as const).map((decision) => (
          <Button
            key={decision}
            disabled={selected.length === 0}
            onClick={() => setOpen({ decision, requests: selected })}
          >
            {bulkText(LABELS[decision], { count: selected.length })}
          </Button>
        ))}
      </SpaceBetween>
      {open !== undefined && (
        <BulkDialog
          {...open}
          onClose={(decided) => {
            setOpen(undefined);
            onDecided(decided);
          }}
        />
      )}
    </>
  );
}
