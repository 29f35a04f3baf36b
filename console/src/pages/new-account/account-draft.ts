// What an operator has typed of a new account, and what is wrong with it.
import type { CreateAccountRequest } from '../../../../client/client.ts';
import { buildMetadata, findMetadataFaults } from '../../parts/metadata/metadata-rows.ts';
import type { MetadataFaults, MetadataRow } from '../../parts/metadata/metadata-rows.ts';
import { countCharacters } from '../../values/characters.ts';
import { isCurrency } from '../../values/identifiers.ts';

/** What is one line of text. */
export interface AccountTexts {
  readonly name: string;
  readonly customer: string;
  readonly product: string;
  readonly currency: string;
  readonly externalId: string;
}

export interface AccountDraft {
  readonly texts: AccountTexts;
  readonly metadata: readonly MetadataRow[];
}

export type AccountDraftFault =
  | 'nameMissing'
  | 'nameLong'
  | 'customerMissing'
  | 'productMissing'
  | 'textLong'
  | 'currencyInvalid';

export interface AccountDraftFaults {
  readonly texts: Readonly<Partial<Record<keyof AccountTexts, AccountDraftFault>>>;
  readonly metadata: MetadataFaults;
}

const NAME_LENGTH_MAX = 160;
const TEXT_LENGTH_MAX = 128;

/** Builds the draft of an account about which nothing but the currency is known. */
export function buildAccountDraft(currency: string | undefined): AccountDraft {
  // XXX stands for no currency.
  const known = currency === undefined || currency === 'XXX' ? '' : currency;
  const texts = { name: '', customer: '', product: '', currency: known, externalId: '' };
  return { texts, metadata: [] };
}

/** Finds what keeps the draft from being sent. */
export function findAccountFaults(draft: AccountDraft): AccountDraftFaults {
  const { name, customer, product, currency, externalId } = trimTexts(draft.texts);
  const faults: [keyof AccountTexts, AccountDraftFault | undefined][] = [
    ['name', findTextFault(name, NAME_LENGTH_MAX, ['nameMissing', 'nameLong'])],
    ['customer', findTextFault(customer, TEXT_LENGTH_MAX, ['customerMissing', 'textLong'])],
    ['product', findTextFault(product, TEXT_LENGTH_MAX, ['productMissing', 'textLong'])],
    ['currency', isCurrency(currency) ? undefined : 'currencyInvalid'],
    ['externalId', countCharacters(externalId) > TEXT_LENGTH_MAX ? 'textLong' : undefined],
  ];
  return {
    texts: Object.fromEntries(faults.filter(([, fault]) => fault !== undefined)),
    metadata: findMetadataFaults(draft.metadata),
  };
}

/** Builds the request body of a draft without faults. */
export function buildAccountBody(draft: AccountDraft): CreateAccountRequest['body'] {
  const { name, customer, product, currency, externalId } = trimTexts(draft.texts);
  return {
    name,
    customer_id: customer,
    product_id: product,
    currency,
    ...(externalId !== '' && { external_id: externalId }),
    ...(draft.metadata.length > 0 && { metadata: buildMetadata(draft.metadata) }),
  };
}

function trimTexts(texts: AccountTexts): AccountTexts {
  const trimmed = Object.entries(texts).map(([member, text]) => [member, text.trim()]);
  return { ...texts, ...Object.fromEntries(trimmed) };
}

/** Whether the draft may be sent. */
export function isSound({ texts, metadata }: AccountDraftFaults): boolean {
  return Object.keys({ ...texts, ...metadata }).length === 0;
}

function findTextFault(
  text: string,
  longest: number,
  [missing, long]: readonly [AccountDraftFault, AccountDraftFault],
): AccountDraftFault | undefined {
  if (text === '') return missing;
  return countCharacters(text) > longest ? long : undefined;
}
