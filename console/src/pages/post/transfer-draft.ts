// A transfer between two accounts, as an operator types it. It writes its own ledger lines, on the codes that
// control the two accounts.
import type { Account, NewJournalEntry, Product } from '../../../../client/client.ts';
import { buildEntryBody, EMPTY_LINE, EMPTY_POSTING, findAmountFault } from './entry-draft.ts';
import type { DraftFault, DraftFaults } from './entry-draft.ts';

export interface TransferDraft {
  readonly from: Account | undefined;
  readonly to: Account | undefined;
  /** What is typed to find the accounts. */
  readonly fromText: string;
  readonly toText: string;
  readonly amount: string;
  readonly reference: string;
  readonly description: string;
}

/** The codes that control the accounts. */
export interface DepositCodes {
  readonly from: string;
  readonly to: string;
}

const DEFAULT_DEPOSITS = 'CUSTOMER_DEPOSITS';

/** Returns the code of the general ledger that controls the accounts of a product. */
export function readDepositCode(product: Product | null | undefined): string {
  const roles: unknown = product?.config['ledger_accounts'];
  const code = (roles as { readonly customer_deposits?: unknown } | undefined)?.customer_deposits;
  return typeof code === 'string' ? code : DEFAULT_DEPOSITS;
}

/** Lists what must be changed before the transfer can be sent. */
export function findTransferFaults(draft: TransferDraft): DraftFaults {
  const { from, amount } = draft;
  const faults: readonly (readonly [string, DraftFault | undefined])[] = [
    ['from', from === undefined ? 'faultAccount' : undefined],
    ['to', findReceiverFault(draft)],
    ['amount', findAmountFault(amount)],
  ];
  return Object.fromEntries(
    faults.filter((each): each is [string, DraftFault] => each[1] !== undefined),
  );
}

/** Builds the request of a draft without faults. */
export function buildTransferBody(draft: TransferDraft, codes: DepositCodes): NewJournalEntry {
  const { from, to, amount, reference, description } = draft;
  return buildEntryBody({
    lines: [
      { ...EMPTY_LINE, id: 'from', code: codes.from, debit: amount },
      { ...EMPTY_LINE, id: 'to', code: codes.to, credit: amount },
    ],
    postings: [
      { ...EMPTY_POSTING, id: 'from', account: from, direction: 'DEBIT', amount, reference },
      { ...EMPTY_POSTING, id: 'to', account: to, amount, reference },
    ],
    description,
    effectiveDate: '',
  });
}

function findReceiverFault({ from, to }: TransferDraft): DraftFault | undefined {
  if (to === undefined) return 'faultAccount';
  if (to.id === from?.id) return 'faultSameAccount';
  return from !== undefined && to.currency !== from.currency ? 'faultCurrency' : undefined;
}
