// The published document for one deployment, with the address of the API and the sign-in endpoints.
import type { Issuer } from '../authorizer/issuers.ts';
import { operations, listPermissions } from '../operations/operations.ts';
import type { OperationPermission } from '../operations/operations.ts';

export interface ReferenceSignIn {
  readonly issuer: Issuer;
  /** The public client with which the reader of /docs signs in. */
  readonly clientId: string;
}

interface PublishedOperation {
  readonly operationId: string;
  readonly security?: readonly Record<string, readonly string[]>[];
}

interface PublishedDocument {
  readonly openapi: string;
  readonly info: unknown;
  readonly paths: Record<string, Record<string, PublishedOperation>>;
  readonly components: { readonly securitySchemes: Record<string, unknown> };
}

/** Writes the document for readers that reach the API at this address. */
export type ServedDocument = (address: string) => string;

/** Prepares the published document for a deployment. Its one server is the address, without a slash at its end. */
export function buildServedDocument(
  published: string,
  signIn: ReferenceSignIn | undefined,
): ServedDocument {
  const parsed = JSON.parse(published) as PublishedDocument;
  const { openapi, info, ...rest } = signIn ? addSignIn(parsed, signIn) : parsed;
  return (url) => {
    const servers = [{ url, description: 'The API that serves this document.' }];
    return JSON.stringify({ openapi, info, servers, ...rest });
  };
}

function addSignIn<D extends PublishedDocument>(document: D, signIn: ReferenceSignIn): D {
  const { securitySchemes } = document.components;
  const permissions = listDocumentPermissions(document);
  if (permissions.length === 0) return document;
  return {
    ...document,
    paths: mapOperations(document, (operation) => addScope(operation, signIn.issuer)),
    components: {
      ...document.components,
      securitySchemes: { ...securitySchemes, operator: buildOperatorScheme(signIn, permissions) },
    },
  };
}

function buildOperatorScheme(
  { issuer, clientId }: ReferenceSignIn,
  permissions: readonly OperationPermission[],
) {
  const scopes = permissions.map((permission) => [
    toScope(issuer, permission),
    `The permission ${permission}, if you hold it`,
  ]);
  return {
    type: 'oauth2',
    description: 'Signs you in with your own account and brings the token along.',
    'x-client-id': clientId,
    flows: {
      authorizationCode: {
        authorizationUrl: buildEndpointUrl(issuer, 'auth'),
        tokenUrl: buildEndpointUrl(issuer, 'token'),
        scopes: Object.fromEntries(scopes) as Record<string, string>,
      },
    },
  };
}

/** The issuer's endpoint for exchanging a code for a token: the only other origin that the reader calls. */
export function buildEndpointUrl({ issuer }: Issuer, name: 'auth' | 'token'): string {
  return `${issuer.replace(/\/$/, '')}/${name}`;
}

// Requirements in a list are alternatives: either a pasted token or a sign-in is enough.
function addScope(operation: PublishedOperation, issuer: Issuer): PublishedOperation {
  const { security = [], operationId } = operation;
  if (security.length === 0) return operation;
  const scopes = listOperationPermissions(operationId).map((permission) =>
    toScope(issuer, permission),
  );
  return {
    ...operation,
    security: [...security, ...scopes.map((scope) => ({ operator: [scope] }))],
  };
}

function toScope({ scopePrefix }: Issuer, permission: OperationPermission): string {
  return `${scopePrefix}${permission}`;
}

function listDocumentPermissions({ paths }: PublishedDocument): OperationPermission[] {
  const all = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => listOperationPermissions(operationId)),
  );
  return [...new Set(all)].sort();
}

function listOperationPermissions(operationId: string): readonly OperationPermission[] {
  const row = Object.entries(operations).find(([name]) => name === operationId)?.[1];
  return row ? listPermissions(row) : [];
}

function mapOperations(
  { paths }: PublishedDocument,
  change: (operation: PublishedOperation) => PublishedOperation,
): PublishedDocument['paths'] {
  const items = Object.entries(paths).map(([path, item]) => {
    const methods = Object.entries(item).map(([method, operation]) => [method, change(operation)]);
    return [path, Object.fromEntries(methods)];
  });
  return Object.fromEntries(items) as PublishedDocument['paths'];
}
