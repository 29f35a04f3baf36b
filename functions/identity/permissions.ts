// The scopes of a token. A token grants what was requested, its client may request, and its operator
// holds at this moment.

export const PERMISSIONS = [
  'finance.read',
  'finance.write',
  'finance.approve',
  'configuration.write',
  'compliance.operate',
  'audit.read',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** The scopes of services by default: none of them allows an operation meant for operators. */
export const MACHINE_SCOPES = ['internal.worker'] as const;

export type MachineScope = (typeof MACHINE_SCOPES)[number];

/**
 * What an institution may grant to a named service. To approve, to configure and to work on compliance
 * stays with people.
 */
export const SERVICE_PERMISSIONS = ['finance.read', 'finance.write', 'audit.read'] as const;

export type ServicePermission = (typeof SERVICE_PERMISSIONS)[number];

export function isPermission(name: string): name is Permission {
  return (PERMISSIONS as readonly string[]).includes(name);
}

export function isMachineScope(name: string): name is MachineScope {
  return (MACHINE_SCOPES as readonly string[]).includes(name);
}

export function isServicePermission(name: string): name is ServicePermission {
  return (SERVICE_PERMISSIONS as readonly string[]).includes(name);
}

/** Whether a token by client credentials may ever have the scope, whatever its issuer says. */
export function isServiceScope(name: string): name is MachineScope | ServicePermission {
  return isMachineScope(name) || isServicePermission(name);
}
