// `npm run admin -- client`: operator interfaces and services.
import { readFileSync } from 'node:fs';
import { deleteClient } from '../../functions/identity/administration/client-deletion.ts';
import {
  changeRedirectUris,
  createOperatorInterface,
  listClients,
} from '../../functions/identity/administration/clients.ts';
import type { RedirectAddresses } from '../../functions/identity/administration/clients.ts';
import type { Administration } from '../../functions/identity/administration/identity-change.ts';
import { parsePublicKey } from '../../functions/identity/administration/public-keys.ts';
import {
  addServiceKey,
  createService,
  grantServicePermissions,
  removeServiceKey,
  requireService,
  revokeServicePermissions,
  rotateClientSecret,
} from '../../functions/identity/administration/service-clients.ts';
import {
  isMachineScope,
  MACHINE_SCOPES,
  PERMISSIONS,
} from '../../functions/identity/permissions.ts';
import { readCredentialUses } from '../../functions/identity/storage/credential-uses.ts';
import { UsageError } from '../command-definition.ts';
import {
  listCredentials,
  toAddressBody,
  toClientBody,
  toClientRow,
  toCredentialRow,
} from './clients/client-output.ts';
import type { AdminAnswer, AdminCommand, AdminOptions } from './command.ts';
import { formatColumns } from './format-columns.ts';
import { parsePermission, parseServicePermission } from './parse-permission.ts';

const OVERLAP_HOURS = '24';

export const clientCommands: Readonly<Record<string, AdminCommand>> = {
  'client create': {
    usage:
      'CLIENT --name NAME (--redirect-uri URI… [--logout-uri URI…] [PERMISSION…] | --service --tenant TENANT)',
    words: 1,
    takesMore: true,
    run: async (who, [clientId = '', ...scopes], options) =>
      options.service
        ? createServiceCommand(who, clientId, scopes, options)
        : createInterfaceCommand(who, clientId, scopes, options),
  },
  'client change-uris': {
    usage: 'CLIENT --redirect-uri URI… [--logout-uri URI…]      (in place of the present ones)',
    words: 1,
    run: async (who, [clientId = ''], options) => {
      const addresses = readAddresses(options);
      await changeRedirectUris(who, clientId, addresses);
      const text = `Sign-ins to ${clientId} lead to these addresses alone: in a minute at the latest.`;
      return { text, body: { client_id: clientId, ...toAddressBody(addresses) } };
    },
  },
  'client grant': {
    usage: 'SERVICE PERMISSION…',
    words: 2,
    takesMore: true,
    run: async (who, [clientId = '', ...names]) => {
      await grantServicePermissions(who, clientId, names.map(parseServicePermission));
      const text =
        `${clientId} may now use ${names.join(', ')}. By default no service opens an operation of ` +
        `operators: this goes beyond that. To withdraw it: client revoke ${clientId} ${names.join(' ')}`;
      return { text, body: { client_id: clientId, granted: names } };
    },
  },
  'client revoke': {
    usage: 'SERVICE PERMISSION…',
    words: 2,
    takesMore: true,
    run: async (who, [clientId = '', ...names]) => {
      await revokeServicePermissions(who, clientId, names.map(parseServicePermission));
      const text = `${clientId} no longer holds ${names.join(', ')}: in a minute at the latest.`;
      return { text, body: { client_id: clientId, revoked: names } };
    },
  },
  'client rotate-secret': {
    usage: `SERVICE [--overlap-hours ${OVERLAP_HOURS}]`,
    words: 1,
    run: async (who, [clientId = ''], { 'overlap-hours': hours = OVERLAP_HOURS }) => {
      const seconds = Number(hours) * 3600;
      if (!/^\d+(\.\d+)?$/.test(hours) || !Number.isInteger(seconds))
        throw new UsageError(`--overlap-hours takes a number of hours, not "${hours}".`);
      return answerSecret(clientId, await rotateClientSecret(who, clientId, seconds));
    },
  },
  'client add-key': {
    usage: 'SERVICE --public-key FILE      (PEM; its secrets end with its first key)',
    words: 1,
    run: async (who, [clientId = ''], { 'public-key': file }) => {
      if (file === undefined)
        throw new UsageError('Give the file of the public key with --public-key.');
      const key = parsePublicKey(readFileSync(file, 'utf8'));
      await addServiceKey(who, clientId, key);
      const text = `${clientId} signs in by its keys alone; the kid of this one is ${key.kid}`;
      return { text, body: { client_id: clientId, kid: key.kid } };
    },
  },
  'client remove-key': {
    usage: 'SERVICE KID',
    words: 2,
    run: async (who, [clientId = '', kid = '']) => {
      await removeServiceKey(who, clientId, kid);
      const text = `${clientId} can no longer sign in by the key ${kid}.`;
      return { text, body: { client_id: clientId, removed_key: kid } };
    },
  },
  'client delete': {
    usage: 'CLIENT                         (with its tokens; its id is free again after 8 h 5 min)',
    words: 1,
    run: async (who, [clientId = '']) => {
      await deleteClient(who, clientId);
      const text = `Client ${clientId} is deleted. In a minute at the latest it gets no token, and its present ones end.`;
      return { text, body: { client_id: clientId, deleted: true } };
    },
  },
  'client show': {
    usage: 'SERVICE',
    words: 1,
    run: async (who, [clientId = '']) => {
      const service = await requireService(who, clientId);
      const uses = await readCredentialUses(who.table, clientId);
      const credentials = listCredentials(service, uses);
      const rows = [toClientRow(service), ...credentials.map(toCredentialRow)];
      return { text: formatColumns(rows), body: { ...toClientBody(service), credentials } };
    },
  },
  'client list': {
    usage: '',
    words: 0,
    run: async (who) => {
      const clients = await listClients(who);
      return { text: formatColumns(clients.map(toClientRow)), body: clients.map(toClientBody) };
    },
  },
};

/** The text is the secret alone, so that a program can read it. It is shown only once. */
function answerSecret(clientId: string, secret: string): AdminAnswer {
  return { text: secret, body: { client_id: clientId, secret } };
}

async function createServiceCommand(
  who: Administration,
  clientId: string,
  scopeNames: string[],
  options: AdminOptions,
): Promise<AdminAnswer> {
  const { name = clientId, tenant: tenantId } = options;
  if (tenantId === undefined) throw new UsageError('A service is one of a tenant: give --tenant.');
  const addresses = ['redirect-uri', 'logout-uri'] as const;
  const foreign = addresses.find((flag) => options[flag] !== undefined);
  if (foreign !== undefined) throw new UsageError(`No one signs in to a service: --${foreign}.`);
  const scopes = scopeNames.length === 0 ? [...MACHINE_SCOPES] : scopeNames;
  const unusual = scopes.find((scope) => !isMachineScope(scope));
  if (unusual !== undefined) {
    throw new Error(`${unusual} is not a permission that a service has by default: client grant.`);
  }
  return answerSecret(clientId, await createService(who, { clientId, name, scopes, tenantId }));
}

async function createInterfaceCommand(
  who: Administration,
  clientId: string,
  permissionNames: string[],
  options: AdminOptions,
): Promise<AdminAnswer> {
  const { name = clientId, tenant } = options;
  if (tenant !== undefined)
    throw new UsageError('An operator interface is one of all tenants: --tenant is for --service.');
  const scopes =
    permissionNames.length === 0 ? [...PERMISSIONS] : permissionNames.map(parsePermission);
  const client = { clientId, name, scopes, ...readAddresses(options) };
  await createOperatorInterface(who, client);
  const body = toClientBody({ kind: 'operator-interface', ...client });
  return { text: `Client ${clientId} created.`, body };
}

function readAddresses(options: AdminOptions): RedirectAddresses {
  return {
    redirectUris: options['redirect-uri'] ?? [],
    postLogoutRedirectUris: options['logout-uri'] ?? [],
  };
}
