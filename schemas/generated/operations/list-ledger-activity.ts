// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-ledger-activity.js';
import type { ListLedgerActivityRequest } from '../types.ts';

export const listLedgerActivity: Contract<ListLedgerActivityRequest> = {
  name: 'listLedgerActivity',
  parameters,
  body,
  bodyFaults,
};
