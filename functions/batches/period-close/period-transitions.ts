// Ends the closing of a period: committed once, with a receipt and events. The id of the request that
// closes the period takes the place of a batch's.
import { completeClosing, failClosing } from '../../domain/general-ledger/periods.ts';
import type {
  Period,
  PeriodCurrencyTotals,
  PeriodRecords,
} from '../../domain/general-ledger/periods.ts';
import { buildPeriodEvents } from '../../events/accounting-period.ts';
import { commit } from '../../ledger/commit/commit.ts';
import type { Session } from '../../ledger/commit/session.ts';
import {
  buildPeriodWrite,
  readPeriod,
  readPeriodToChange,
} from '../../ledger/general-ledger/periods.ts';
import { buildSettingsWrite } from '../../ledger/general-ledger/settings.ts';
import { readGeneralLedgerRequest } from '../../ledger/requests/general-ledger-requests.ts';
import type { BatchInput, BatchTaskContext } from '../../runtime/task.ts';
import { toPeriodView } from '../../views/accounting-period.ts';

/** The period that the request is closing; undefined if its closing has ended. */
export async function findClosingPeriod(
  session: Session,
  requestId: string,
): Promise<Period | undefined> {
  const { period: month = '' } = await readGeneralLedgerRequest(session, requestId);
  const period = await readPeriod(session, month);
  const isClosing = period.state === 'CLOSING' && period.requestId === requestId;
  return isClosing ? period : undefined;
}

/** Marks the period as CLOSED, with its control totals. */
export function recordPeriodClosure(
  task: BatchTaskContext<BatchInput>,
  totals: readonly PeriodCurrencyTotals[],
): Promise<void> {
  return commitPeriodChange(task, 'closed', (records, now) =>
    completeClosing(records, totals, now),
  );
}

/** Marks the period as FAILED, with the reason, unless its closing has ended. */
export async function recordPeriodFailure(
  task: BatchTaskContext<BatchInput>,
  reason: string,
): Promise<void> {
  // The failing task may have completed the closing before it failed.
  if (!(await findClosingPeriod(task.session, task.input.batchId))) return;
  await commitPeriodChange(task, 'failed', (records, now) => failClosing(records, reason, now));
}

async function commitPeriodChange(
  { input: { batchId: requestId }, session: reading, once }: BatchTaskContext<BatchInput>,
  what: 'closed' | 'failed',
  how: (records: PeriodRecords, now: Date) => PeriodRecords,
): Promise<void> {
  const { period = '' } = await readGeneralLedgerRequest(reading, requestId);
  await once(`${requestId}!${what}`, async (session, now) => {
    const records = await readPeriodToChange(session, period);
    if (records.period.requestId !== requestId) throw new Error(`${requestId} closes no period`);
    const changed = how(records, now);
    return commit(session, {
      writes: [
        buildPeriodWrite(session, changed.period),
        buildSettingsWrite(session, changed.settings),
      ],
      events: buildPeriodEvents(changed),
      status: 200,
      body: toPeriodView(changed.period),
    });
  });
}
