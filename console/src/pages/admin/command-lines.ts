// The commands that administer a tenant, to copy. Names come from tokens, so that only those which mean nothing to
// a shell are put into a command.
import type { Operator } from '../../../../client/client.ts';

type CommandPurpose =
  | 'listOperators'
  | 'createOperator'
  | 'requireFactor'
  | 'listClients'
  | 'createService'
  | 'grantService'
  | 'rotateSecret'
  | 'listAudit'
  | 'showOperator'
  | 'grantOperator'
  | 'revokeOperator'
  | 'resetPassword'
  | 'resetFactors'
  | 'disableOperator'
  | 'enableOperator'
  | 'forgetOperator';

export interface AdministrationCommand {
  readonly purpose: CommandPurpose;
  readonly command: string;
}

const PLAIN_WORD = /^[A-Za-z0-9][A-Za-z0-9._@-]*$/;

/** Lists the commands that concern no single operator. */
export function listTenantCommands(tenantId: string): readonly AdministrationCommand[] {
  const tenant = toWord(tenantId, 'TENANT');
  return buildLines([
    ['listOperators', `operator list ${tenant}`],
    ['createOperator', `operator create NAME@${tenant} finance.read`],
    ['requireFactor', `tenant require-second-factor ${tenant}`],
    ['listClients', 'client list'],
    ['createService', `client create SERVICE --service --tenant ${tenant}`],
    ['grantService', 'client grant SERVICE finance.write'],
    ['rotateSecret', 'client rotate-secret SERVICE'],
    ['listAudit', `audit ${tenant}`],
  ]);
}

/** Lists the commands that change this operator; none for one who is administered elsewhere, and for a service. */
export function listOperatorCommands(
  operator: Operator,
  tenantId: string,
): readonly AdministrationCommand[] {
  if (!isAdministeredHere(operator) || operator.kind === 'SERVICE') return [];
  const tenant = toWord(tenantId, 'TENANT');
  const name = toWord(operator.preferred_username ?? '', `NAME@${tenant}`);
  const id = toWord(operator.id, 'ID');
  return buildLines([
    ['showOperator', `operator show ${id}`],
    ['grantOperator', `operator grant ${name} PERMISSION`],
    ['revokeOperator', `operator revoke ${name} PERMISSION`],
    ['resetPassword', `operator reset-password ${name}`],
    ['resetFactors', `operator reset-factors ${name}`],
    ['disableOperator', `operator disable ${name}`],
    ['enableOperator', `operator enable ${name}`],
    ['forgetOperator', `operator forget ${tenant} ${id}`],
  ]);
}

/** Whether the bundled identity service has the operator or service; other issuers give ids of their own form. */
export function isAdministeredHere({ id }: Pick<Operator, 'id'>): boolean {
  return /^(?:op|svc)_/.test(id);
}

function buildLines(
  lines: readonly (readonly [CommandPurpose, string])[],
): readonly AdministrationCommand[] {
  return lines.map(([purpose, words]) => ({ purpose, command: `npm run admin -- ${words}` }));
}

function toWord(text: string, placeholder: string): string {
  return PLAIN_WORD.test(text) ? text : placeholder;
}
