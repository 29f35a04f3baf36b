// Creates the demo tenants of this machine by the same administration as all tenants. Their passwords
// and the client's secret are generated and stay on this machine.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Administration } from '../../../functions/identity/administration/identity-change.ts';
import { ChangeRefusal } from '../../../functions/identity/administration/identity-change.ts';
import { listClients } from '../../../functions/identity/administration/clients.ts';
import {
  createService,
  rotateClientSecret,
} from '../../../functions/identity/administration/service-clients.ts';
import {
  createOperator,
  listOperators,
  resetPassword,
} from '../../../functions/identity/administration/operators.ts';
import type { NewOperator } from '../../../functions/identity/administration/operators.ts';
import { hashPassword } from '../../../functions/identity/sign-in/password.ts';
import { createTenant } from '../../../functions/identity/administration/tenants.ts';
import { MACHINE_SCOPES } from '../../../functions/identity/permissions.ts';
import type { Permission } from '../../../functions/identity/permissions.ts';
import { readErrorCode } from '../../http/error-code.ts';
import { SYNTHESIZED_CONSOLE_ORIGIN } from '../../cloudformation/console-origin.ts';
import {
  COMMAND_REDIRECT_URI,
  CONSOLE_CLIENT_ID,
  registerConsoleClient,
} from './console-client.ts';
import { replaceFile } from '../replace-file.ts';

const TENANTS = { aurora: 'Aurora Bank', boreal: 'Boreal Bank' };

const OPERATORS: Record<string, readonly Permission[]> = {
  operator: ['finance.read', 'finance.write', 'finance.approve', 'configuration.write'],
  maker: ['finance.read', 'finance.write'],
  checker: ['finance.read', 'finance.approve'],
  reader: ['finance.read'],
  configurator: ['finance.read', 'configuration.write'],
  compliance: ['compliance.operate'],
  auditor: ['audit.read'],
};

const SERVICE_ID = 'worker';

interface DemoOperator {
  readonly username: string;
  readonly password: string;
  readonly tenant_id: string;
  readonly permissions: readonly Permission[];
}

/** What the demo file keeps for the next start. */
interface DemoCredentials {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly operators: readonly DemoOperator[];
  readonly internal_client: { readonly client_id: string; readonly client_secret: string };
}

export interface DemoStack extends DemoCredentials {
  /** With the ids by which the ledger names them. */
  readonly operators: readonly (DemoOperator & { readonly operator_id: string })[];
}

/** Creates what is missing. The credentials are stored in `file` for the next start. */
export async function seedDemo(
  administration: Administration,
  file: string,
  consoleOrigin = SYNTHESIZED_CONSOLE_ORIGIN,
): Promise<DemoStack> {
  const demo = await seedCredentials(administration, file);
  await registerConsoleClient(administration, consoleOrigin);
  const stored = await Promise.all(
    Object.keys(TENANTS).map((tenant) => listOperators(administration, tenant)),
  );
  const ids = new Map(
    stored.flat().map(({ name, tenantId, operatorId }) => [`${name}@${tenantId}`, operatorId]),
  );
  const operators = demo.operators.map((operator) => ({
    ...operator,
    operator_id: ids.get(operator.username) ?? '',
  }));
  return { ...demo, operators };
}

async function seedCredentials(
  administration: Administration,
  file: string,
): Promise<DemoCredentials> {
  const known = readKnown(file);
  const given = known.operators?.[0]?.password;
  const secretOfBefore = known.internal_client?.client_secret ?? '';
  // Without a secret, the start that created the service was killed before it could store it.
  if (given !== undefined && secretOfBefore !== '' && (await isSeeded(administration)))
    return buildDemo(given, secretOfBefore);

  // Written first: after a crash the next start creates the rest with the same password.
  const password = given ?? randomBytes(9).toString('base64url');
  const started = buildDemo(password, '');
  writeDemo(file, started);
  await seedTenants(administration);
  const [secret] = await Promise.all([
    seedService(administration),
    seedOperators(administration, started),
  ]);
  const demo = buildDemo(password, secret);
  writeDemo(file, demo);
  return demo;
}

/** Credentials that cannot be read, or of an earlier version, are replaced: this machine alone has them. */
function readKnown(file: string): Partial<DemoCredentials> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<DemoCredentials>;
  } catch (error) {
    if (error instanceof SyntaxError || readErrorCode(error) === 'ENOENT') return {};
    throw error;
  }
}

function buildDemo(password: string, client_secret: string): DemoCredentials {
  return {
    client_id: CONSOLE_CLIENT_ID,
    redirect_uri: COMMAND_REDIRECT_URI,
    operators: Object.keys(TENANTS).flatMap((tenant_id) =>
      Object.entries(OPERATORS).map(([name, permissions]) => ({
        username: `${name}@${tenant_id}`,
        password,
        tenant_id,
        permissions,
      })),
    ),
    internal_client: { client_id: SERVICE_ID, client_secret },
  };
}

function writeDemo(file: string, demo: DemoCredentials): void {
  replaceFile(file, `${JSON.stringify(demo, undefined, 2)}\n`);
}

async function isSeeded(administration: Administration): Promise<boolean> {
  const clients = (await listClients(administration)).map(({ clientId }) => clientId);
  const tenants = await Promise.all(
    Object.keys(TENANTS).map((tenant) => listOperators(administration, tenant)),
  );
  const names = Object.keys(OPERATORS);
  return (
    clients.includes(SERVICE_ID) &&
    tenants.every((operators) => names.every((name) => operators.some((o) => o.name === name)))
  );
}

async function seedTenants(administration: Administration): Promise<void> {
  const tenants = Object.entries(TENANTS).map(([tenantId, name]) => ({ tenantId, name }));
  await Promise.all(tenants.map((tenant) => ignoreExisting(createTenant(administration, tenant))));
}

async function seedOperators(
  administration: Administration,
  { operators }: DemoCredentials,
): Promise<void> {
  // All share one password, so it is hashed only once, which saves a second of the start.
  const [{ password } = { password: '' }] = operators;
  const stretched = hashPassword(password);
  await Promise.all(
    operators.map((operator) => seedOperator(administration, operator, () => stretched)),
  );
}

// An operator that exists although the stored credentials were lost gets the new password.
async function seedOperator(
  administration: Administration,
  operator: NewOperator,
  stretch: () => Promise<string>,
): Promise<void> {
  const made = await ignoreExisting(createOperator(administration, operator, stretch));
  if (made === undefined) {
    await resetPassword(administration, operator.username, operator.password, stretch);
  }
}

/** Returns the secret of the service. */
async function seedService(administration: Administration): Promise<string> {
  const [tenantId = ''] = Object.keys(TENANTS);
  const service = { clientId: SERVICE_ID, name: 'Worker', scopes: MACHINE_SCOPES, tenantId };
  const secret = await ignoreExisting(createService(administration, service));
  return secret ?? rotateClientSecret(administration, SERVICE_ID, 0);
}

async function ignoreExisting<Made>(making: Promise<Made>): Promise<Made | undefined> {
  return making.catch((error: unknown) => {
    if (error instanceof ChangeRefusal) return undefined;
    throw error;
  });
}
