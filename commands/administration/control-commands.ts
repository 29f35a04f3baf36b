// `npm run admin -- controls`: the first controls of a tenant. From then on two operators change them.
import { readFileSync } from 'node:fs';
import { setFirstControls } from '../../functions/controls/commit-controls.ts';
import { parseJson } from '../../functions/runtime/json.ts';
import { validateRequest } from '../../functions/runtime/validate.ts';
import { controllableOperations } from '../../schemas/generated/controllable-operations.ts';
import { replaceControls } from '../../schemas/generated/operations/replace-controls.ts';
import { UsageError } from '../command-definition.ts';
import { formatError } from '../format-error.ts';
import type { AdminCommand } from './command.ts';
import { openLedger } from './tenants/open-ledger.ts';
import { findTenantDoubt } from './tenants/unknown-tenant.ts';

export const controlCommands: Readonly<Record<string, AdminCommand>> = {
  'controls set': {
    usage: 'TENANT --file FILE                     (the body of PUT /api/controls)',
    words: 1,
    run: async (who, [tenant = ''], { file, ...options }) => {
      if (file === undefined) throw new UsageError('Give the controls with --file.');
      const request = readControls(file);
      const store = await openLedger(options);
      const { actor } = who;
      const { controls } = request.body;
      const remedy = 'set them for the right one too';
      const warning = await findTenantDoubt(who, store, { tenant, remedy });
      if (await setFirstControls({ store, tenant, actor, controls }, controllableOperations)) {
        const text = `The controls of ${tenant} are set: from now on two operators change them.`;
        return { text, body: { tenant_id: tenant, controls }, warning };
      }
      throw new Error(`${tenant} has controls already: two operators change them.`);
    },
  },
};

function readControls(file: string) {
  const content = readFileSync(file, 'utf8');
  try {
    const body = parseJson(content);
    return validateRequest(replaceControls, { path: {}, query: {}, body });
  } catch (cause) {
    throw new Error(`${file}: ${formatError(cause)}`, { cause });
  }
}
