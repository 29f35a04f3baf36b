import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCallback, useState } from 'react';
import type { ExportSchedule } from '../../../../client/client.ts';
import { formatWait, nameMonth } from '../../../../client/schedules/schedule-words.ts';
import { Instant } from '../../parts/instant.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { schedulesText } from './messages.ts';
import { RunDialog } from './run-dialog.tsx';

/** A schedule with its next runs, and what runs it now. */
export function ScheduleContainer({ schedule }: { readonly schedule: ExportSchedule }) {
  const [isRunning, setIsRunning] = useState(false);
  const isPermitted = useIsPermitted(['compliance.operate']);
  const close = useCallback(() => setIsRunning(false), []);
  return (
    <Container
      header={
        <Header
          variant="h2"
          description={schedulesText('words')}
          actions={
            isPermitted && (
              <Button onClick={() => setIsRunning(true)}>{schedulesText('runNow')}</Button>
            )
          }
        >
          {schedulesText('name', { code: schedule.legal_basis_code })}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <ScheduleTermPairs schedule={schedule} />
        <NextRuns schedule={schedule} />
      </SpaceBetween>
      {isRunning && <RunDialog schedule={schedule} onClose={close} />}
    </Container>
  );
}

function ScheduleTermPairs({ schedule }: { readonly schedule: ExportSchedule }) {
  const { legal_basis_code, format, retention_years, set_at } = schedule;
  return (
    <KeyValuePairs
      columns={4}
      items={[
        { label: schedulesText('legalBasis'), value: legal_basis_code },
        {
          label: schedulesText('format'),
          value: format === undefined ? schedulesText('formatByCode') : format.toUpperCase(),
        },
        {
          label: schedulesText('retention'),
          value: schedulesText('retentionYears', { count: retention_years }),
        },
        { label: schedulesText('setAt'), value: <Instant value={set_at} /> },
      ]}
    />
  );
}

function NextRuns({ schedule: { next_runs } }: { readonly schedule: ExportSchedule }) {
  const now = new Date();
  return (
    <div>
      <Box variant="h3">{schedulesText('nextRuns')}</Box>
      <ol>
        {next_runs.map(({ due_at, period_from, retention_until }) => (
          <li key={due_at}>
            {schedulesText('nextRun', {
              wait: formatWait(due_at, now),
              month: nameMonth(period_from),
              until: retention_until,
            })}{' '}
            <Instant value={due_at} />
          </li>
        ))}
      </ol>
    </div>
  );
}
