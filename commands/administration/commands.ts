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
import { factorCommands, listFactors, toFactorRow } from './factor-commands.ts';
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
      return { text: `Tenant ${tenantId} created.`, body: { tenant_id: tenantId, name } };
    },
  },
  'tenant list': {
    usage: '',
    words: 0,
    run: async (who) => {
      const tenants = await listTenants(who);
      return { text: formatColumns(tenants.map(toTenantRow)), body: tenants.map(toTenantBody) };
    },
  },
  'tenant require-second-factor': {
    usage: 'TENANT [--off]',
    words: 1,
    run: async (who, [tenantId = ''], { off = false }) => {
      await requireSecondFactor(who, tenantId, !off);
      const text = off
        ? `Operators of ${tenantId} who have no second factor sign in by password alone.`
        : `No operator of ${tenantId} gets a code without a second factor. Tokens of earlier ` +
          'sign-ins last until those end: 8 hours at most.';
      return { text, body: { tenant_id: tenantId, requires_second_factor: !off } };
    },
  },
  'operator create': {
    usage: 'NAME@TENANT [PERMISSION…]      (prompts for the password)',
    words: 1,
    takesMore: true,
    run: async (who, [username = '', ...names]) => {
      const permissions = names.map(parsePermission);
      const password = await readNewPassword();
      const { operatorId } = await createOperator(who, { username, password, permissions });
      const body = { operator_id: operatorId, username, permissions };
      return { text: `Operator ${username} created: ${operatorId}.`, body };
    },
  },
  'operator grant': {
    usage: 'NAME@TENANT PERMISSION…',
    words: 2,
    takesMore: true,
    run: async (who, [username = '', ...names]) => {
      await grantPermissions(who, username, names.map(parsePermission));
      const text = `${username} now also holds ${names.join(', ')}.`;
      return { text, body: { username, granted: names } };
    },
  },
  'operator revoke': {
    usage: 'NAME@TENANT PERMISSION…',
    words: 2,
    takesMore: true,
    run: async (who, [username = '', ...names]) => {
      await revokePermissions(who, username, names.map(parsePermission));
      const text = `${username} no longer holds ${names.join(', ')}: in five minutes at the latest.`;
      return { text, body: { username, revoked: names } };
    },
  },
  'operator disable': {
    usage: 'NAME@TENANT',
    words: 1,
    run: async (who, [username = '']) => {
      await disableOperator(who, username);
      const text = `${username} is disabled and signed out everywhere: in five minutes at the latest.`;
      return { text, body: { username, disabled: true } };
    },
  },
  'operator enable': {
    usage: 'NAME@TENANT',
    words: 1,
    run: async (who, [username = '']) => {
      await enableOperator(who, username);
      return { text: `${username} can sign in again.`, body: { username, disabled: false } };
    },
  },
  'operator reset-password': {
    usage: 'NAME@TENANT                    (prompts for the password)',
    words: 1,
    run: async (who, [username = '']) => {
      await resetPassword(who, username, await readNewPassword());
      const text = `${username} has a new password and is signed out everywhere.`;
      return { text, body: { username, password_reset: true } };
    },
  },
  'operator forget': {
    usage: 'TENANT ID                      (removes the names from the directory)',
    words: 2,
    run: async (who, [tenant = '', id = '']) => {
      await forgetOperator(who, tenant, id);
      const text = `The directory has no names of ${id} any more.`;
      return { text, body: { tenant_id: tenant, operator_id: id, forgotten: true } };
    },
  },
  'operator list': {
    usage: 'TENANT',
    words: 1,
    run: async (who, [tenant = '']) => {
      const operators = await listOperators(who, tenant);
      const tenants = operators.length > 0 ? [] : await listTenants(who);
      if (operators.length === 0 && !tenants.some(({ tenantId }) => tenantId === tenant))
        throw new Error(`There is no tenant ${tenant}.`);
      return {
        text: formatColumns(operators.map(toOperatorRow)) || `${tenant} has no operators.`,
        body: operators.map(toOperatorBody),
      };
    },
  },
  'operator show': {
    usage: 'NAME@TENANT|ID',
    words: 1,
    run: async (who, [usernameOrId = '']) => {
      const operator = await requireOperator(who, usernameOrId);
      const factors = await listFactors(who, operator);
      const text = [[toOperatorRow(operator)], factors.map(toFactorRow)]
        .filter((rows) => rows.length > 0)
        .map(formatColumns)
        .join('\n');
      return { text, body: { ...toOperatorBody(operator), second_factors: factors } };
    },
  },
  ...factorCommands,
};

function toTenantRow({ tenantId, name, requiresSecondFactor }: ListedTenant): string[] {
  return [tenantId, name, requiresSecondFactor ? 'second factor required' : ''];
}

function toTenantBody({ tenantId, name, requiresSecondFactor }: ListedTenant) {
  return { tenant_id: tenantId, name, requires_second_factor: requiresSecondFactor };
}

function toOperatorBody(operator: Operator) {
  const { operatorId, disabled, permissions } = operator;
  return { operator_id: operatorId, username: formatUsername(operator), disabled, permissions };
}

function toOperatorRow(operator: Operator): string[] {
  const { operatorId, disabled, permissions } = operator;
  const state = disabled ? 'disabled' : 'enabled';
  return [formatUsername(operator), operatorId, state, permissions.join(' ')];
}
