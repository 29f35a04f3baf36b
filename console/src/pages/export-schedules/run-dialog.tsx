import Alert from '@cloudscape-design/components/alert';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ExportSchedule } from '../../../../client/client.ts';
import { formatWait, nameMonth } from '../../../../client/schedules/schedule-words.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useSubmission } from '../../api/submissions/use-submission.ts';
import { nameBatch } from '../../parts/batches/batch-request.ts';
import { SubmissionForm } from '../../parts/submission-form.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { findLastMonth } from '../../values/last-month.ts';
import { schedulesText } from './messages.ts';
import { addRetention } from './run-retention.ts';
import { useKnownExport } from './use-known-export.ts';

interface RunDialogProps {
  readonly schedule: ExportSchedule;
  readonly onClose: () => void;
}

/** Requests at once what the schedule would request now, and opens the export. */
export function RunDialog({ schedule, onClose }: RunDialogProps) {
  const navigate = useNavigate();
  const { stage, isLocked, submit } = useRun();
  useEffect(() => {
    if (stage.kind !== 'done') return;
    void navigate({ to: '/batches/$batchId', params: { batchId: stage.answer.batchId } });
  }, [stage, navigate]);
  const close = () => {
    if (!isLocked) onClose();
  };
  return (
    <Modal visible header={schedulesText('runNow')} onDismiss={close}>
      <SubmissionForm
        stage={stage}
        submitLabel={schedulesText('runNow')}
        onSubmit={() => submit(schedule.id)}
        onCancel={close}
      >
        <RunFacts schedule={schedule} />
      </SubmissionForm>
    </Modal>
  );
}

function RunFacts({ schedule }: Pick<RunDialogProps, 'schedule'>) {
  const [now] = useState(() => new Date());
  const { from, to } = findLastMonth(now);
  const known = useKnownExport(schedule.legal_basis_code, from);
  const repeated = schedule.next_runs.find(({ period_from }) => period_from === from);
  const until = addRetention(to, schedule.retention_years);
  return (
    <SpaceBetween size="m">
      <div>{schedulesText('runQuestion', { month: nameMonth(from), until })}</div>
      {repeated !== undefined && (
        <Alert type="warning">
          {schedulesText('runRepeated', { wait: formatWait(repeated.due_at, now) })}
        </Alert>
      )}
      {known !== undefined && (
        <Alert type="warning">
          {schedulesText('runKnown')}{' '}
          <PageLink to="/batches/$batchId" params={{ batchId: known.batchId }}>
            {nameBatch(known)}
          </PageLink>
        </Alert>
      )}
    </SpaceBetween>
  );
}

function useRun() {
  const { workbench } = useApi();
  return useSubmission({
    operation: 'runExportSchedule',
    isDirty: false,
    send: async (scheduleId: string, key) =>
      requireData(
        await workbench.POST('/api/export-schedules/{scheduleId}/run', {
          params: { path: { scheduleId }, header: { 'Idempotency-Key': key } },
        }),
      ),
  });
}
