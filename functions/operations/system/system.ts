// What a console shows of its user and of the deployment. Every permission allows it.
import type { Operation } from '../row.ts';

const ROW = {
  api: 'ledger',
  area: 'system',
  permission: [
    'finance.read',
    'finance.write',
    'finance.approve',
    'configuration.write',
    'compliance.operate',
    'audit.read',
  ],
  success: 200,
  idempotent: false,
  refuses: [],
} as const;

// prettier-ignore
export const system = {
  getSession: {
    ...ROW, route: 'GET /api/session', uses: ['ledger:BatchGetItem', 'identity/directory:GetItem', 'identity/tenants:GetItem'],
    summary: 'Read who the caller is, in which tenant and with which permissions, and when the token ends.',
  },
  getSystem: {
    ...ROW, route: 'GET /api/system', uses: ['ledger:GetItem', 'ledger:Query', 'projections:GetItem', 'projections:Query', 'evidence:GetObject'],
    summary: 'Read how the deployment is: its version, the evidence log, the projections and the events that fail.',
  },
} as const satisfies Record<string, Operation>;
