import { generalLedgerSettingsFields } from '../ledger/general-ledger/items.ts';
import { viewOf } from '../ledger/store/fields.ts';
import type { GeneralLedgerSettings } from '../../schemas/generated/types.ts';

export const toGeneralLedgerSettingsView = viewOf<GeneralLedgerSettings>()(
  generalLedgerSettingsFields,
);
