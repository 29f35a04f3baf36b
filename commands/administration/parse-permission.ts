import {
  isPermission,
  isServicePermission,
  PERMISSIONS,
  SERVICE_PERMISSIONS,
} from '../../functions/identity/permissions.ts';
import type { Permission, ServicePermission } from '../../functions/identity/permissions.ts';
import { UsageError } from '../command-definition.ts';

export function parsePermission(name: string): Permission {
  if (isPermission(name)) return name;
  throw new UsageError(
    `${name} is not a permission; the permissions are ${PERMISSIONS.join(', ')}.`,
  );
}

/** Throws for what no service may hold. */
export function parseServicePermission(name: string): ServicePermission {
  if (isServicePermission(name)) return name;
  const permission = parsePermission(name);
  const grantable = SERVICE_PERMISSIONS.join(', ');
  throw new Error(`${permission} stays with people; a service may be granted ${grantable}.`);
}
