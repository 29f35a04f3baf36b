// The kinds of requests. Each is read and decided at an address of its own, which the prefix of its id names.
import type {
  AccountLifecycleRequest,
  ChangeRequest,
  FinancialAdjustmentRequest,
  GeneralLedgerRequest,
  LedgerClient,
} from '../../../../client/client.ts';
import { requireData } from '../../api/api-failure.ts';
import type { OperatorPermission } from '../../session/permissions.ts';

/** A whole request, as the operation of its kind answers it. */
export type StoredRequest =
  AccountLifecycleRequest | ShownAdjustmentRequest | ChangeRequest | GeneralLedgerRequest;

// The paths of the client and its types describe the lines of a correction differently; it is only shown.
type ShownAdjustmentRequest = Omit<FinancialAdjustmentRequest, 'correction'> & {
  readonly correction?: unknown;
};

export type Decision = 'approve' | 'reject' | 'withdraw';

const PATHS = {
  lcr: '/api/account-lifecycle-requests/{requestId}',
  far: '/api/financial-adjustment-requests/{requestId}',
  glr: '/api/general-ledger/requests/{requestId}',
  chg: '/api/change-requests/{requestId}',
} as const;

type RequestPath = (typeof PATHS)[keyof typeof PATHS];

/** With one of these, makers withdraw their own requests. */
const WITHDRAW_PERMISSIONS: Readonly<Record<RequestPath, readonly OperatorPermission[]>> = {
  [PATHS.lcr]: ['finance.write'],
  [PATHS.far]: ['finance.write'],
  [PATHS.glr]: ['finance.write', 'configuration.write'],
  [PATHS.chg]: ['finance.write', 'configuration.write', 'compliance.operate'],
};

// An id of no kind is asked for as a change request: the API says that it does not exist.
function findPath(requestId: string): RequestPath {
  const [prefix = ''] = requestId.split('_');
  return Object.hasOwn(PATHS, prefix) ? PATHS[prefix as keyof typeof PATHS] : PATHS.chg;
}

export function listWithdrawPermissions(requestId: string): readonly OperatorPermission[] {
  return WITHDRAW_PERMISSIONS[findPath(requestId)];
}

export async function readRequest(ledger: LedgerClient, requestId: string): Promise<StoredRequest> {
  return requireData(await ledger.GET(findPath(requestId), { params: { path: { requestId } } }));
}

export interface DecisionInput {
  readonly requestId: string;
  readonly decision: Decision;
  /** May be empty, but not for a rejection. */
  readonly reason: string;
}

/** Decides the request under the Idempotency-Key. Throws `ApiFailure` for a refusal. */
export async function decideRequest(
  ledger: LedgerClient,
  { requestId, decision, reason }: DecisionInput,
  key: string,
): Promise<StoredRequest> {
  const path = findPath(requestId);
  const params = { path: { requestId }, header: { 'Idempotency-Key': key } };
  if (decision === 'reject') {
    return requireData(await ledger.POST(`${path}/reject`, { params, body: { reason } }));
  }
  const body = reason === '' ? {} : { reason };
  if (decision === 'approve') {
    return requireData(await ledger.POST(`${path}/approve`, { params, body }));
  }
  return requireData(await ledger.POST(`${path}/withdraw`, { params, body }));
}
