// What the address of the inbox may hold.
import { isOneOf, isText } from '../../routing/search-parameters.ts';
import { AGE_NAMES, INBOX_VIEWS } from './inbox-search.ts';

const isAmount = (text: string): text is string =>
  /^(?:0|[1-9]\d*)\.\d{2}$/.test(text) && text.length <= 41;

const isCurrency = (text: string): text is string => /^[A-Z]{3}$/.test(text);

export const SEARCH_CHECKS = {
  view: isOneOf(INBOX_VIEWS),
  kind: isOneOf(['ACCOUNT_LIFECYCLE', 'FINANCIAL_ADJUSTMENT', 'GENERAL_LEDGER', 'CHANGE']),
  status: isOneOf(['PENDING_APPROVAL', 'APPLIED', 'REJECTED', 'FAILED']),
  subject: isText(128),
  maker: isText(128),
  amount_from: isAmount,
  amount_to: isAmount,
  currency: isCurrency,
  age_from: isOneOf(AGE_NAMES),
  age_to: isOneOf(AGE_NAMES),
  order: isOneOf(['asc']),
} as const;
