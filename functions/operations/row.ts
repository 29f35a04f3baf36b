// What a row of the table of operations says.
import type { RefusalCode } from '../domain/refusals/refusals.ts';

export type OperationPermission =
  | 'finance.read'
  | 'finance.write'
  | 'finance.approve'
  | 'configuration.write'
  | 'compliance.operate'
  | 'audit.read';

export type OperationArea =
  | 'accounts'
  | 'journal'
  | 'lifecycle'
  | 'adjustments'
  | 'loans'
  | 'schemas'
  | 'products'
  | 'batches'
  | 'workflows'
  | 'projections';

/** What an operation may do with which table, or index of it: one grant each. */
export type OperationGrant =
  | 'ledger:GetItem'
  | 'ledger:BatchGetItem'
  | 'ledger:Query'
  | 'ledger:PutItem'
  | 'ledger:ConditionCheckItem'
  | 'ledger/requests-by-state:Query'
  | 'ledger/requests-by-subject:Query'
  | 'receipts:GetItem'
  | 'receipts:BatchGetItem'
  | 'receipts:PutItem'
  | 'receipts:Scan'
  | 'projections:GetItem'
  | 'projections:Query'
  | 'projections:PutItem'
  | 'projections:Scan'
  | 'projections:BatchWriteItem'
  | `artifacts:${ObjectGrant}`
  | `artifacts/work:${ObjectGrant}`;

/** Of the files that stay, or of those that a batch only works with. */
type ObjectGrant =
  | 'GetObject'
  | 'GetObjectVersion'
  | 'ListBucket'
  | 'PutObject'
  | 'PutObjectRetention'
  | 'AbortMultipartUpload';

export interface Operation {
  readonly route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  readonly api: 'ledger' | 'workbench';
  readonly area: OperationArea;
  /** What a caller must hold; of several, any one. */
  readonly permission: OperationPermission | readonly OperationPermission[];
  readonly success: 200 | 201 | 202;
  /** Needs an Idempotency-Key and answers a repeated one with the first answer. */
  readonly idempotent: boolean;
  /** The operation that reads what this one makes; gives the Location header. */
  readonly locates?: string;
  /** How a list is answered: as `{ items, next_cursor }`, or as an array with a Link header. */
  readonly list?: 'page' | 'array';
  /** Answers with a file or a link to it, and not with JSON. */
  readonly answers?: 'file';
  readonly uses: readonly OperationGrant[];
  /** What it may say no with, beyond what every operation may. */
  readonly refuses: readonly RefusalCode[];
  readonly summary: string;
}

/** The method and the path template of a row. */
export function parseRoute({ route }: Pick<Operation, 'route'>): { method: string; path: string } {
  const [method = '', path = ''] = route.split(' ');
  return { method, path };
}

/** The permissions of which a caller must hold one. */
export function listPermissions({
  permission,
}: Pick<Operation, 'permission'>): readonly OperationPermission[] {
  return [permission].flat();
}
