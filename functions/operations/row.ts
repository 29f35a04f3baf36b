// The type of a row in the table of operations.
import type { RefusalCode } from '../domain/refusals/refusals.ts';

export type OperationPermission =
  | 'finance.read'
  | 'finance.write'
  | 'finance.approve'
  | 'configuration.write'
  | 'compliance.operate'
  | 'audit.read';

/** Any permission of an operator opens the operation; audit.read, which opens every GET, needs no mention. */
export const ANY_PERMISSION = [
  'finance.write',
  'finance.read',
  'finance.approve',
  'configuration.write',
  'compliance.operate',
] as const satisfies readonly OperationPermission[];

export type OperationArea =
  | 'accounts'
  | 'controls'
  | 'configuration'
  | 'journal'
  | 'general-ledger'
  | 'accounting-periods'
  | 'lifecycle'
  | 'adjustments'
  | 'loans'
  | 'schemas'
  | 'products'
  | 'batches'
  | 'workflows'
  | 'projections'
  | 'audit'
  | 'versions'
  | 'webhooks'
  | 'evidence'
  | 'system';

/** The grants on tables, their indexes and parts of them that an operation may have. */
export type OperationGrant =
  | 'ledger:GetItem'
  | 'ledger:BatchGetItem'
  | 'ledger:Query'
  | 'ledger:PutItem'
  | 'ledger:ConditionCheckItem'
  | 'ledger/requests-by-state:Query'
  | 'ledger/requests-by-subject:Query'
  | 'ledger/requests-by-time:Query'
  | 'receipts:GetItem'
  | 'receipts:BatchGetItem'
  | 'receipts:PutItem'
  | 'receipts:Scan'
  | 'receipts/receipts-by-time:Query'
  | 'intents:BatchGetItem'
  | 'intents:Query'
  | 'intents:PutItem'
  | 'intents:DeleteItem'
  | 'projections:GetItem'
  | 'projections:BatchGetItem'
  | 'projections:Query'
  | 'projections:PutItem'
  | 'projections:Scan'
  | 'projections:BatchWriteItem'
  | 'webhooks:GetItem'
  | 'webhooks:BatchGetItem'
  | 'webhooks:Query'
  | 'webhooks:PutItem'
  | 'webhooks/deliveries-pending:Query'
  | 'webhooks/deliveries-dead:Query'
  | 'identity/audit-trail:Query'
  | 'identity/directory:GetItem'
  | 'identity/directory:BatchGetItem'
  | 'identity/directory:Query'
  | 'identity/tenants:GetItem'
  | `artifacts:${ObjectGrant}`
  | `artifacts/work:${ObjectGrant}`
  | 'evidence:GetObject'
  | 'evidence:ListBucket';

/** Artifacts are kept; working files exist only during a batch. */
type ObjectGrant =
  | 'GetObject'
  | 'GetObjectVersion'
  | 'ListBucket'
  | 'PutObject'
  | 'PutObjectRetention'
  | 'AbortMultipartUpload';

/** What an operation that combines uses besides, on a stage that says so (ADR 125). */
export const COMBINING_GRANTS = [
  'intents:BatchGetItem',
  'intents:Query',
  'intents:PutItem',
  'intents:DeleteItem',
] as const satisfies readonly OperationGrant[];

/** The parts of the row of an operation that controls may catch: it moves money, */
export const MOVES_MONEY = {
  control: ['amount', 'currency', 'account', 'product'],
  defers: ['getChangeRequest'],
} as const;

/** concerns a product, */
export const CONCERNS_PRODUCT = { control: ['product'], defers: ['getChangeRequest'] } as const;

/** or changes other configuration. */
export const CHANGES_CONFIGURATION = { control: [], defers: ['getChangeRequest'] } as const;

export interface Operation {
  readonly route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  readonly api: 'ledger' | 'workbench';
  readonly area: OperationArea;
  /** A caller must hold at least one of these, or audit.read where `listPermissions` adds it. */
  readonly permission: OperationPermission | readonly OperationPermission[];
  readonly success: 200 | 201 | 202;
  /** Requires an Idempotency-Key and answers a repeated key with the first answer. */
  readonly idempotent: boolean;
  /** The operation that reads the created record; gives the Location header. */
  readonly locates?: string;
  /** The operations that read the requests which a 202 may answer instead, when the change takes two operators. */
  readonly defers?: readonly string[];
  /**
   * Whether a control of the tenant may catch it, with the variables that the condition may then name besides
   * `request`, `actor` and `now`; or ALWAYS, if it takes two operators in any case (docs/controls.md).
   */
  readonly control?: 'ALWAYS' | readonly ('amount' | 'currency' | 'account' | 'product')[];
  /** The form of a list: `{ items, next_cursor }`, or an array with a Link header. */
  readonly list?: 'page' | 'array';
  /** The list or its filters are served by a read model, and the answer says how late that is. */
  readonly filtered?: boolean;
  /** The answer is not JSON: a file or a link to it, plain text, or bytes. */
  readonly answers?: 'file' | 'text' | 'bytes';
  readonly uses: readonly OperationGrant[];
  /** Whether requests that wait for one account may be combined: all that they change is balances and new records. */
  readonly combines?: boolean;
  /** Refusal codes besides those that every operation may return. */
  readonly refuses: readonly RefusalCode[];
  readonly summary: string;
}

/** Splits a row's route into method and path template. */
export function parseRoute({ route }: Pick<Operation, 'route'>): { method: string; path: string } {
  const [method = '', path = ''] = route.split(' ');
  return { method, path };
}

/**
 * Returns the path as OpenAPI writes it. The last parameter of a path may be greedy, `{name+}`: it takes the
 * rest of the path with its slashes, which OpenAPI cannot say.
 */
export function readOpenApiPath(row: Pick<Operation, 'route'>): string {
  return parseRoute(row).path.replace('+}', '}');
}

/** Fills the parameters into the row's path, percent-encoded; a missing one is left empty. */
export function fillPath(
  row: Pick<Operation, 'route'>,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  return parseRoute(row).path.replace(/\{(\w+)(\+?)\}/g, (_, name: string, plus: string) => {
    const value = parameters[name] ?? '';
    return plus ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
}

/**
 * Lists the permissions of which a caller must hold one. Every GET is also open to audit.read, so that an
 * auditor reads what is stored, and nothing that any other permission does.
 */
export function listPermissions({
  route,
  permission,
}: Pick<Operation, 'route' | 'permission'>): readonly OperationPermission[] {
  const isRead = route.startsWith('GET ');
  return [...new Set([permission, isRead ? ('audit.read' as const) : []].flat(2))];
}
