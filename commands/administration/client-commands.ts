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
import { toSecretId } from '../../functions/identity/client-secret.ts';
import type { Client, ServiceClient } from '../../functions/identity/clients.ts';
import {
  isMachineScope,
  MACHINE_SCOPES,
  PERMISSIONS,
} from '../../functions/identity/permissions.ts';
import { readCredentialUses } from '../../functions/identity/storage/credential-uses.ts';
import type { AdminCommand, AdminOptions } from './command.ts';
import { formatColumns } from './format-columns.ts';
import { parsePermission, parseServicePermission } from './parse-permission.ts';

const OVERLAP_HOURS = '24';

export const clientCommands: Readonly<Record<string, AdminCommand>> = {
  'client create': {
    usage:
      'CLIENT --name NAME (--redirect-uri URI… [--logout-uri URI…] [PERMISSION…] | --service --tenant TENANT)',
    words: 1,
    run: (who, [clientId = '', ...scopes], options) =>
      options.service
        ? createServiceCommand(who, clientId, scopes, options)
        : createInterfaceCommand(who, clientId, scopes, options),
  },
  'client change-uris': {
    usage: 'CLIENT --redirect-uri URI… [--logout-uri URI…]      (in place of the present ones)',
    words: 1,
    run: async (who, [clientId = ''], options) => {
      await changeRedirectUris(who, clientId, readAddresses(options));
      return `Sign-ins to ${clientId} lead to these addresses alone: in a minute at the latest.`;
    },
  },
  'client grant': {
    usage: 'SERVICE PERMISSION…',
    words: 2,
    run: async (who, [clientId = '', ...names]) => {
      await grantServicePermissions(who, clientId, names.map(parseServicePermission));
      return (
        `${clientId} may now use ${names.join(', ')}. By default no service opens an operation of ` +
        `operators: this goes beyond that. To withdraw it: client revoke ${clientId} ${names.join(' ')}`
      );
    },
  },
  'client revoke': {
    usage: 'SERVICE PERMISSION…',
    words: 2,
    run: async (who, [clientId = '', ...names]) => {
      await revokeServicePermissions(who, clientId, names.map(parseServicePermission));
      return `${clientId} no longer holds ${names.join(', ')}: in a minute at the latest.`;
    },
  },
  'client rotate-secret': {
    usage: `SERVICE [--overlap-hours ${OVERLAP_HOURS}]`,
    words: 1,
    run: (who, [clientId = ''], { 'overlap-hours': hours = OVERLAP_HOURS }) => {
      const seconds = Number(hours) * 3600;
      if (!Number.isInteger(seconds) || seconds < 0)
        throw new Error('--overlap-hours must be a number.');
      return rotateClientSecret(who, clientId, seconds);
    },
  },
  'client add-key': {
    usage: 'SERVICE --public-key FILE      (PEM; its secrets end with its first key)',
    words: 1,
    run: async (who, [clientId = ''], { 'public-key': file }) => {
      if (file === undefined) throw new Error('Give the file of the public key with --public-key.');
      const key = parsePublicKey(readFileSync(file, 'utf8'));
      await addServiceKey(who, clientId, key);
      return `${clientId} signs in by its keys alone; the kid of this one is ${key.kid}`;
    },
  },
  'client remove-key': {
    usage: 'SERVICE KID',
    words: 2,
    run: async (who, [clientId = '', kid = '']) => {
      await removeServiceKey(who, clientId, kid);
      return `${clientId} can no longer sign in by the key ${kid}.`;
    },
  },
  'client delete': {
    usage: 'CLIENT                         (with its tokens; its id is free again after eight hours)',
    words: 1,
    run: async (who, [clientId = '']) => {
      await deleteClient(who, clientId);
      return `Client ${clientId} is deleted. In a minute at the latest it gets no token, and its present ones end.`;
    },
  },
  'client show': {
    usage: 'SERVICE',
    words: 1,
    run: async (who, [clientId = '']) => {
      const service = await requireService(who, clientId);
      const uses = await readCredentialUses(who.table, clientId);
      return formatColumns([toClientRow(service), ...toCredentialRows(service, uses)]);
    },
  },
  'client list': {
    usage: '',
    words: 0,
    run: async (who) => formatColumns((await listClients(who)).map(toClientRow)),
  },
};

function toClientRow(client: Client): string[] {
  const { clientId, name, scopes } = client;
  const isService = client.kind === 'service';
  const kind = isService ? `service of ${client.tenantId}` : 'operator interface';
  return [clientId, name, kind, scopes.join(' '), (isService && client.serviceId) || ''];
}

function toCredentialRows(
  { secrets, keys }: ServiceClient,
  uses: ReadonlyMap<string, string>,
): string[][] {
  const showUse = (id: string) => `last used ${uses.get(id) ?? 'never'}`;
  return [
    ...secrets.map((secret) => {
      const id = toSecretId(secret);
      const end =
        secret.expiresAt === undefined ? 'no end' : `ends ${formatSeconds(secret.expiresAt)}`;
      return ['secret', id, `created ${formatSeconds(secret.createdAt)}`, end, showUse(id)];
    }),
    ...keys.map(({ kty, crv, kid }) => ['key', kid, crv ?? kty, 'no end', showUse(kid)]),
  ];
}

function formatSeconds(seconds: number | undefined): string {
  return seconds === undefined ? 'unknown' : new Date(seconds * 1000).toISOString();
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
  if (foreign !== undefined) {
    throw new Error(`${foreign} is not a permission that a service has by default: client grant.`);
  }
  return createService(who, { clientId, name, scopes, tenantId });
}

async function createInterfaceCommand(
  who: Administration,
  clientId: string,
  permissionNames: string[],
  options: AdminOptions,
): Promise<string> {
  const { name = clientId } = options;
  const scopes =
    permissionNames.length === 0 ? [...PERMISSIONS] : permissionNames.map(parsePermission);
  const client = { clientId, name, scopes, ...readAddresses(options) };
  await createOperatorInterface(who, client);
  return `Client ${clientId} created.`;
}

function readAddresses(options: AdminOptions): RedirectAddresses {
  return {
    redirectUris: options['redirect-uri'] ?? [],
    postLogoutRedirectUris: options['logout-uri'] ?? [],
  };
}
