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

/** The scopes of services: none of them allows an operation meant for operators. */
export const MACHINE_SCOPES = ['internal.worker'] as const;

export type MachineScope = (typeof MACHINE_SCOPES)[number];

export function isPermission(name: string): name is Permission {
  return (PERMISSIONS as readonly string[]).includes(name);
}

export function isMachineScope(name: string): name is MachineScope {
  return (MACHINE_SCOPES as readonly string[]).includes(name);
}
