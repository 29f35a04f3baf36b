// Samples of accounts and of postings on them.
import type { OperationName } from '../../functions/operations/operations.ts';
import { made, pageOf } from './sample.ts';
import type { Sample, World } from './sample.ts';

const FUNDS = '1000000.00';

const account = {
  customer_id: 'cus-4711',
  product_id: 'current-account',
  name: 'Ada Lovelace',
  currency: 'EUR',
};

/** An account that holds a million. */
export async function fundedAccount(world: World): Promise<string> {
  const id = await made(world, 'createAccount', { body: account });
  await world.call('postJournalEntry', { body: fundingBody(id) });
  return id;
}

/** The account that samples which leave it as it is share. */
export function sharedAccount(world: World): Promise<string> {
  return world.once('account', () => fundedAccount(world));
}

/** Pays a million into the account. */
export function fundingBody(accountId: string) {
  return {
    ledger_lines: [
      { account_code: '1000', debit_amount: FUNDS },
      { account_code: '2000', credit_amount: FUNDS },
    ],
    account_postings: [
      { account_id: accountId, direction: 'CREDIT', amount: FUNDS, currency: 'EUR' },
    ],
  };
}

export function transferBody(from: string, to: string, amount = '12.34') {
  const reference = 'Invoice 2026-4711';
  return {
    description: 'Rent for November, flat 12',
    ledger_lines: [
      { account_code: '2000', debit_amount: amount },
      { account_code: '2000', credit_amount: amount },
    ],
    account_postings: [
      { account_id: from, direction: 'DEBIT', amount, currency: 'EUR', reference },
      { account_id: to, direction: 'CREDIT', amount, currency: 'EUR', reference },
    ],
  };
}

async function sharedTransfer(world: World) {
  const from = await sharedAccount(world);
  const to = await world.once('other account', () => fundedAccount(world));
  return transferBody(from, to);
}

export async function journalEntry(world: World): Promise<string> {
  return made(world, 'postJournalEntry', { body: await sharedTransfer(world) });
}

const ofAccount: Sample = async (world) => ({ path: { accountId: await sharedAccount(world) } });

export const accountSamples = {
  createAccount: () => ({ body: account }),
  listAccounts: pageOf(sharedAccount),
  getAccount: ofAccount,
  getAccountBalance: ofAccount,
  getAccountStatement: async (world) => ({
    path: { accountId: await sharedAccount(world) },
    query: { limit: '20' },
  }),
  postJournalEntry: async (world) => ({ body: await sharedTransfer(world) }),
  postJournalEntries: async (world) => ({
    body: { entries: [await sharedTransfer(world), await sharedTransfer(world)] },
  }),
  listJournalEntries: pageOf(sharedAccount),
  getJournalEntry: async (world) => ({
    path: { journalEntryId: await world.once('journal entry', () => journalEntry(world)) },
  }),
} satisfies Partial<Record<OperationName, Sample>>;
