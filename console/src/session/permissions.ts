// The permissions that an access token may carry. They decide what the console shows; the API decides what is
// allowed.

export const OPERATOR_PERMISSIONS = [
  'finance.read',
  'finance.write',
  'finance.approve',
  'configuration.write',
  'compliance.operate',
  'audit.read',
] as const;

export type OperatorPermission = (typeof OPERATOR_PERMISSIONS)[number];

/** Reads the permissions from the scope of a token. */
export function readPermissions(scope: string): readonly OperatorPermission[] {
  const granted = new Set(scope.split(' '));
  return OPERATOR_PERMISSIONS.filter((permission) => granted.has(permission));
}
