import { NORMAL_SIDES } from '../domain/general-ledger/accounts.ts';
import type { GeneralLedgerAccount } from '../domain/general-ledger/accounts.ts';
import {
  generalLedgerAccountFields,
  generalLedgerSettingsFields,
} from '../ledger/general-ledger/items.ts';
import { viewOf } from '../ledger/store/fields.ts';
import type {
  GeneralLedgerAccount as GeneralLedgerAccountBody,
  GeneralLedgerSettings,
} from '../../schemas/generated/types.ts';

export const toGeneralLedgerSettingsView = viewOf<GeneralLedgerSettings>()(
  generalLedgerSettingsFields,
);

export function toGeneralLedgerAccountView(
  account: GeneralLedgerAccount,
): GeneralLedgerAccountBody {
  const { code, name, type, ...rest } = generalLedgerAccountFields.toView(account);
  return { code, name, type, normal_side: NORMAL_SIDES[type], ...rest };
}
