// What an operator has typed of a new account, and what is wrong with it.
import type { CreateAccountRequest } from '../../../../client/client.ts';
import { isCurrency } from '../../values/identifiers.ts';

export interface AccountDraft {
  readonly name: string;
  readonly customer: string;
  readonly product: string;
  readonly currency: string;
  readonly externalId: string;
}

export type AccountDraftFault =
  | 'nameMissing'
  | 'nameLong'
  | 'customerMissing'
  | 'productMissing'
  | 'textLong'
  | 'currencyInvalid';

export type AccountDraftFaults = Readonly<Partial<Record<keyof AccountDraft, AccountDraftFault>>>;

const NAME_LENGTH_MAX = 160;
const TEXT_LENGTH_MAX = 128;

/** Builds the draft of an account about which nothing but the currency is known. */
export function buildAccountDraft(currency: string | undefined): AccountDraft {
  // XXX stands for no currency.
  const known = currency === undefined || currency === 'XXX' ? '' : currency;
  return { name: '', customer: '', product: '', currency: known, externalId: '' };
}

/** Finds what keeps the draft from being sent. */
export function findAccountFaults(draft: AccountDraft): AccountDraftFaults {
  const { name, customer, product, externalId } = trimDraft(draft);
  const faults: [keyof AccountDraft, AccountDraftFault | undefined][] = [
    ['name', findTextFault(name, NAME_LENGTH_MAX, ['nameMissing', 'nameLong'])],
    ['customer', findTextFault(customer, TEXT_LENGTH_MAX, ['customerMissing', 'textLong'])],
    ['product', findTextFault(product, TEXT_LENGTH_MAX, ['productMissing', 'textLong'])],
    ['currency', isCurrency(draft.currency) ? undefined : 'currencyInvalid'],
    ['externalId', externalId.length > TEXT_LENGTH_MAX ? 'textLong' : undefined],
  ];
  return Object.fromEntries(faults.filter(([, fault]) => fault !== undefined));
}

/** Builds the request body of a draft without faults. */
export function buildAccountBody(draft: AccountDraft): CreateAccountRequest['body'] {
  const { name, customer, product, currency, externalId } = trimDraft(draft);
  return {
    name,
    customer_id: customer,
    product_id: product,
    currency,
    ...(externalId !== '' && { external_id: externalId }),
  };
}

function trimDraft(draft: AccountDraft): AccountDraft {
  const texts = Object.entries(draft).map(([member, text]) => [member, text.trim()]);
  return { ...draft, ...Object.fromEntries(texts) };
}

function findTextFault(
  text: string,
  longest: number,
  [missing, long]: readonly [AccountDraftFault, AccountDraftFault],
): AccountDraftFault | undefined {
  if (text === '') return missing;
  return text.length > longest ? long : undefined;
}
