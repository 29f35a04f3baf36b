import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import { useTenant } from '../../api/use-tenant.ts';
import { formatInstant } from '../../values/instants.ts';
import { findExactInstant } from './exactness.ts';
import { reportsText } from './reports-messages.ts';

/** How far the counters of the general ledger had come, as the API answers it. */
interface CountingProgress {
  readonly lag_seconds?: number;
  readonly failing_events?: number;
}

interface ExactUpToProps {
  readonly projection: CountingProgress;
  /** When the figures were read. */
  readonly readAt: Date;
}

/** Up to which time nothing is missing in figures of the general ledger. */
export function ExactUpTo({ projection, readAt }: ExactUpToProps) {
  const { timeZone } = useTenant();
  const { failing_events: failing = 0, lag_seconds: lag } = projection;
  if (lag === undefined) return <Alert type="warning">{reportsText('notCounted')}</Alert>;
  const count = Math.ceil(lag);
  const time = formatInstant(findExactInstant(readAt, lag), timeZone);
  return (
    <>
      <Box color="text-body-secondary">
        {count === 0 ? reportsText('exact', { time }) : reportsText('exactLag', { time, count })}
      </Box>
      {failing > 0 && <Alert type="warning">{reportsText('failing', { count: failing })}</Alert>}
    </>
  );
}
