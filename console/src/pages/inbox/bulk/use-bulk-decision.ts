import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useApi } from '../../../api/api-clients.ts';
import { readAgain } from '../../../api/read-again.ts';
import {
  forgetOpenSubmission,
  keepOpenSubmission,
} from '../../../api/submissions/open-submissions.ts';
import { useKeptPage } from '../../../api/submissions/use-submission.ts';
import { useOperator } from '../../../session/session-context.tsx';
import { decideRequest } from '../request-kinds.ts';
import type { StoredRequest } from '../request-kinds.ts';
import { BulkDecision, hasOpenRow } from './bulk-decision.ts';
import type { BulkRow } from './bulk-decision.ts';

export type BulkKind = 'approve' | 'reject';

export interface BulkRun {
  readonly phase: 'open' | 'running' | 'ended';
  readonly rows: readonly BulkRow<StoredRequest>[];
  readonly start: (reason: string) => void;
  readonly stop: () => void;
  readonly isStopping: boolean;
}

/** Decides the requests once, whatever happens to the answers. */
export function useBulkDecision(ids: readonly string[], decision: BulkKind): BulkRun {
  const { ledger, attempts } = useApi();
  const queries = useQueryClient();
  const { id: operator } = useOperator();
  const [phase, setPhase] = useState<BulkRun['phase']>('open');
  const [isStopping, setIsStopping] = useState(false);
  const [bulk] = useState(
    () =>
      new BulkDecision<StoredRequest>(ids, {
        send: (requestId, reason, key) =>
          decideRequest(ledger, { requestId, decision, reason }, key),
        listen: (key, listener) => attempts.listen(key, listener),
        keepKey: (key) => {
          const operation = `${decision}Request`;
          keepOpenSubmission({ key, operation, sentAt: new Date().toISOString(), operator });
        },
        forgetKey: forgetOpenSubmission,
      }),
  );
  const rows = useSyncExternalStore(bulk.subscribe, bulk.getRows);
  useKeptPage(phase !== 'ended', hasOpenRow(rows));
  const start = async (reason: string) => {
    setPhase('running');
    await bulk.run(reason);
    setPhase('ended');
    await readAgain(queries);
  };
  const stop = () => {
    setIsStopping(true);
    bulk.stop();
  };
  return { phase, rows, start: (reason) => void start(reason), stop, isStopping };
}
