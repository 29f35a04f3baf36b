// The published document as one deployment serves it: where the API is and how to sign in to it.
import type { Issuer } from '../authorizer/issuers.ts';
import { operations, permissionsOf } from '../operations/operations.ts';
import type { Permission } from '../operations/operations.ts';

export interface SignIn {
  readonly issuer: Issuer;
  /** The public client that the reader of /docs signs in as. */
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

// Relative to the document itself: true at the root of an origin, below the path of a stage and
// behind a domain of the institution's own, and no header of a request can change it.
const servers = [{ url: '.', description: 'The API that serves this document.' }];

export function servedDocument(published: string, signIn: SignIn | undefined): string {
  const { openapi, info, ...rest } = JSON.parse(published) as PublishedDocument;
  const document = { openapi, info, servers, ...rest };
  return JSON.stringify(signIn ? withSignIn(document, signIn) : document);
}

function withSignIn<D extends PublishedDocument>(document: D, signIn: SignIn): D {
  const { securitySchemes } = document.components;
  const permissions = permissionsIn(document);
  if (permissions.length === 0) return document;
  return {
    ...document,
    paths: mapOperations(document, (operation) => withScope(operation, signIn.issuer)),
    components: {
      ...document.components,
      securitySchemes: { ...securitySchemes, operator: operatorScheme(signIn, permissions) },
    },
  };
}

function operatorScheme({ issuer, clientId }: SignIn, permissions: readonly Permission[]) {
  const scopes = permissions.map((permission) => [
    scopeOf(issuer, permission),
    `The permission ${permission}, if you hold it`,
  ]);
  return {
    type: 'oauth2',
    description: 'Signs you in with your own account and brings the token along.',
    'x-client-id': clientId,
    flows: {
      authorizationCode: {
        authorizationUrl: endpoint(issuer, 'auth'),
        tokenUrl: endpoint(issuer, 'token'),
        scopes: Object.fromEntries(scopes) as Record<string, string>,
      },
    },
  };
}

/** Where the issuer trades a code for a token: the one other origin that the reader talks to. */
export function endpoint({ issuer }: Issuer, name: 'auth' | 'token'): string {
  return `${issuer.replace(/\/$/, '')}/${name}`;
}

// Requirements in a list are alternatives: a pasted token does as well as signing in.
function withScope(operation: PublishedOperation, issuer: Issuer): PublishedOperation {
  const { security = [], operationId } = operation;
  if (security.length === 0) return operation;
  const scopes = permissionsFor(operationId).map((permission) => scopeOf(issuer, permission));
  return {
    ...operation,
    security: [...security, ...scopes.map((scope) => ({ operator: [scope] }))],
  };
}

function scopeOf({ scopePrefix }: Issuer, permission: Permission): string {
  return `${scopePrefix}${permission}`;
}

function permissionsIn({ paths }: PublishedDocument): Permission[] {
  const all = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => permissionsFor(operationId)),
  );
  return [...new Set(all)].sort();
}

function permissionsFor(operationId: string): readonly Permission[] {
  const row = Object.entries(operations).find(([name]) => name === operationId)?.[1];
  return row ? permissionsOf(row) : [];
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
