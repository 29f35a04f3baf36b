// The approvals of requests, by the prefix of their identifiers. Each is loaded when a request is previewed.
import type { OperationHandler } from '../../runtime/operation.ts';

interface RequestApproval {
  readonly operation: string;
  readonly handler: OperationHandler;
}

/** Loads the operation that approves the request; that of change requests for any other text. */
export async function loadApproval(requestId: string): Promise<RequestApproval> {
  const [prefix] = requestId.split('_');
  switch (prefix) {
    case 'lcr': {
      const { handler } = await import('../lifecycle/approve-account-lifecycle-request.ts');
      return { operation: 'approveAccountLifecycleRequest', handler };
    }
    case 'far': {
      const { handler } = await import('../adjustments/approve-financial-adjustment-request.ts');
      return { operation: 'approveFinancialAdjustmentRequest', handler };
    }
    case 'glr': {
      const { handler } = await import('../accounting-periods/approve-general-ledger-request.ts');
      return { operation: 'approveGeneralLedgerRequest', handler };
    }
    default: {
      const { handler } = await import('./approve-change-request.ts');
      return { operation: 'approveChangeRequest', handler };
    }
  }
}
