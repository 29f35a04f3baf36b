// The commands of `npm run admin`.
import {
  createOperator,
  disableOperator,
  enableOperator,
  forgetOperator,
  grantPermissions,
  listOperators,
  resetPassword,
  revokePermissions,
} from '../../functions/identity/administration/operators.ts';
import { requireOperator } from '../../functions/identity/administration/operator-change.ts';
import { requireSecondFactor } from '../../functions/identity/administration/second-factors.ts';
import { createTenant, listTenants } from '../../functions/identity/administration/tenants.ts';
import type { ListedTenant } from '../../functions/identity/administration/tenants.ts';
import { formatUsername } from '../../functions/identity/operators.ts';
import type { Operator } from '../../functions/identity/operators.ts';
import { auditCommands } from './audit-command.ts';
import { canaryCommands } from './canary-commands.ts';
import { clientCommands } from './client-commands.ts';
import type { AdminCommand } from './command.ts';
import { controlCommands } from './control-commands.ts';
import { factorCommands, listFactorRows } from './factor-commands.ts';
import { formatColumns } from './format-columns.ts';
import { parsePermission } from './parse-permission.ts';
import { readNewPassword } from './read-password.ts';
import { scheduleCommands } from './schedule-commands.ts';

export const commands: Readonly<Record<string, AdminCommand>> = {
  ...auditCommands,
  ...canaryCommands,
  ...clientCommands,
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
    run: async (who) => formatColumns((await listTenants(who)).map(toTenantRow)),
  },
  'tenant require-second-factor': {
    usage: 'TENANT [--off]',
    words: 1,
    run: async (who, [tenantId = ''], { off = false }) => {
      await requireSecondFactor(who, tenantId, !off);
      return off
        ? `Operators of ${tenantId} who have no second factor sign in by password alone.`
        : `No operator of ${tenantId} gets a code without a second factor. Tokens of earlier ` +
            'sign-ins last until those end: 8 hours at most.';
    },
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
    run: async (who, [usernameOrId = '']) => {
      const operator = await requireOperator(who, usernameOrId);
      const factors = await listFactorRows(who, operator);
      return [[toOperatorRow(operator)], factors]
        .filter((rows) => rows.length > 0)
        .map(formatColumns)
        .join('\n');
    },
  },
  ...factorCommands,
};

function toTenantRow({ tenantId, name, requiresSecondFactor }: ListedTenant): string[] {
  return [tenantId, name, requiresSecondFactor ? 'second factor required' : ''];
}

function toOperatorRow(operator: Operator): string[] {
  const { operatorId, disabled, permissions } = operator;
  const state = disabled ? 'disabled' : 'enabled';
  return [formatUsername(operator), operatorId, state, permissions.join(' ')];
}
