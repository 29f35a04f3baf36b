// The commands of `npm run admin`.
import type { Administration } from '../../functions/identity/administration/identity-change.ts';
import {
  createOperatorInterface,
  createService,
  listClients,
  rotateClientSecret,
} from '../../functions/identity/administration/clients.ts';
import {
  createOperator,
  disableOperator,
  enableOperator,
  forgetOperator,
  grantPermissions,
  listOperators,
  requireOperator,
  resetPassword,
  revokePermissions,
} from '../../functions/identity/administration/operators.ts';
import { createTenant, listTenants } from '../../functions/identity/administration/tenants.ts';
import { formatUsername } from '../../functions/identity/operators.ts';
import type { Operator } from '../../functions/identity/operators.ts';
import {
  isMachineScope,
  isPermission,
  MACHINE_SCOPES,
  PERMISSIONS,
} from '../../functions/identity/permissions.ts';
import type { Permission } from '../../functions/identity/permissions.ts';
import type { AdminCommand, AdminOptions } from './command.ts';
import { controlCommands } from './control-commands.ts';
import { readNewPassword } from './read-password.ts';
import { scheduleCommands } from './schedule-commands.ts';

const OVERLAP_HOURS = '24';

export const commands: Readonly<Record<string, AdminCommand>> = {
  ...controlCommands,
  ...scheduleCommands,
  'tenant create': {
    usage: 'TENANT --name NAME',
    words: 1,
    run: async (who, [tenantId = ''], { name = tenantId }) => {
      await createTenant(who, { tenantId, name });
      return `Tenant ${tenantId} created.`;
    },
  },
  'tenant list': {
    usage: '',
    words: 0,
    run: async (who) => formatColumns((await listTenants(who)).map((t) => [t.tenantId, t.name])),
  },
  'operator create': {
    usage: 'NAME@TENANT [PERMISSION…]      (prompts for the password)',
    words: 1,
    run: async (who, [username = '', ...names]) => {
      const permissions = names.map(parsePermission);
      const password = await readNewPassword();
      const { operatorId } = await createOperator(who, { username, password, permissions });
      return `Operator ${username} created: ${operatorId}.`;
    },
  },
  'operator grant': {
    usage: 'NAME@TENANT PERMISSION…',
    words: 2,
    run: async (who, [username = '', ...names]) => {
      await grantPermissions(who, username, names.map(parsePermission));
      return `${username} now also holds ${names.join(', ')}.`;
    },
  },
  'operator revoke': {
    usage: 'NAME@TENANT PERMISSION…',
    words: 2,
    run: async (who, [username = '', ...names]) => {
      await revokePermissions(who, username, names.map(parsePermission));
      return `${username} no longer holds ${names.join(', ')}: in five minutes at the latest.`;
    },
  },
  'operator disable': {
    usage: 'NAME@TENANT',
    words: 1,
    run: async (who, [username = '']) => {
      await disableOperator(who, username);
      return `${username} is disabled and signed out everywhere: in five minutes at the latest.`;
    },
  },
  'operator enable': {
    usage: 'NAME@TENANT',
    words: 1,
    run: async (who, [username = '']) => {
      await enableOperator(who, username);
      return `${username} can sign in again.`;
    },
  },
  'operator reset-password': {
    usage: 'NAME@TENANT                    (prompts for the password)',
    words: 1,
    run: async (who, [username = '']) => {
      await resetPassword(who, username, await readNewPassword());
      return `${username} has a new password and is signed out everywhere.`;
    },
  },
  'operator forget': {
    usage: 'TENANT ID                      (removes the names from the directory)',
    words: 2,
    run: async (who, [tenant = '', id = '']) => {
      await forgetOperator(who, tenant, id);
      return `The directory has no names of ${id} any more.`;
    },
  },
  'operator list': {
    usage: 'TENANT',
    words: 1,
    run: async (who, [tenant = '']) =>
      formatColumns((await listOperators(who, tenant)).map(toOperatorRow)),
  },
  'operator show': {
    usage: 'NAME@TENANT|ID',
    words: 1,
    run: async (who, [operator = '']) =>
      formatColumns([toOperatorRow(await requireOperator(who, operator))]),
  },
  'client create': {
    usage:
      'CLIENT --name NAME (--redirect-uri URI… [--logout-uri URI…] [PERMISSION…] | --service --tenant TENANT)',
    words: 1,
    run: (who, [clientId = '', ...scopes], options) =>
      options.service
        ? createServiceCommand(who, clientId, scopes, options)
        : createInterfaceCommand(who, clientId, scopes, options),
  },
  'client rotate-secret': {
    usage: `CLIENT [--overlap-hours ${OVERLAP_HOURS}]`,
    words: 1,
    run: (who, [clientId = ''], { 'overlap-hours': hours = OVERLAP_HOURS }) => {
      const seconds = Number(hours) * 3600;
      if (!Number.isInteger(seconds) || seconds < 0)
        throw new Error('--overlap-hours must be a number.');
      return rotateClientSecret(who, clientId, seconds);
    },
  },
  'client list': {
    usage: '',
    words: 0,
    run: async (who) =>
      formatColumns(
        (await listClients(who)).map((client) => [
          client.clientId,
          client.name,
          client.kind === 'service' ? `service of ${client.tenantId}` : 'operator interface',
          client.scopes.join(' '),
        ]),
      ),
  },
};

function toOperatorRow(operator: Operator): string[] {
  const { operatorId, disabled, permissions } = operator;
  const state = disabled ? 'disabled' : 'enabled';
  return [formatUsername(operator), operatorId, state, permissions.join(' ')];
}

/** Returns the secret alone, so that a program can read it. It is shown only once. */
function createServiceCommand(
  who: Administration,
  clientId: string,
  scopeNames: string[],
  options: AdminOptions,
) {
  const { name = clientId, tenant: tenantId = '' } = options;
  const scopes = scopeNames.length === 0 ? [...MACHINE_SCOPES] : scopeNames;
  const foreign = scopes.find((scope) => !isMachineScope(scope));
  if (foreign !== undefined) throw new Error(`${foreign} is not a permission for services.`);
  return createService(who, { clientId, name, scopes, tenantId });
}

async function createInterfaceCommand(
  who: Administration,
  clientId: string,
  permissionNames: string[],
  options: AdminOptions,
): Promise<string> {
  const { name = clientId } = options;
  const redirectUris = options['redirect-uri'] ?? [];
  const postLogoutRedirectUris = options['logout-uri'] ?? [];
  const scopes =
    permissionNames.length === 0 ? [...PERMISSIONS] : permissionNames.map(parsePermission);
  const client = { clientId, name, scopes, redirectUris, postLogoutRedirectUris };
  await createOperatorInterface(who, client);
  return `Client ${clientId} created.`;
}

function parsePermission(name: string): Permission {
  if (isPermission(name)) return name;
  throw new Error(`${name} is not a permission; the permissions are ${PERMISSIONS.join(', ')}.`);
}

/** Formats rows as aligned columns. */
function formatColumns(rows: string[][]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  }
  const padded = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return padded.map((row) => row.join('  ').trimEnd()).join('\n');
}
