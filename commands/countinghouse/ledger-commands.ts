// The commands for accounts and entries.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { iterateItems, requireData } from '../../client/client.ts';
import type { Account, ChangeRequest, JournalEntry, NewJournalEntry } from '../../client/client.ts';
import { parseJson } from '../../functions/runtime/json.ts';
import { formatError } from '../format-error.ts';
import { connect } from './connection.ts';
import { printRecord, printRecords, takeItems } from './command-output.ts';
import { buildKeyHeader, defineList, defineMutation } from './define-command.ts';
import type { ListFlags, MutationFlags } from './define-command.ts';

interface OpenFlags extends MutationFlags {
  readonly name: string;
  readonly currency: string;
  readonly product: string;
  readonly customer?: string;
  readonly externalId?: string;
}

interface StatementFlags extends ListFlags {
  readonly from?: string;
  readonly to?: string;
}

interface TransferFlags extends MutationFlags {
  readonly description?: string;
  readonly ledgerAccount: string;
}

/** `accounts`, `statement`, `post` and `transfer`. */
export function buildLedgerCommands(): Command[] {
  const accounts = defineList('accounts', 'list the accounts').action(listAccounts);
  accounts.addCommand(
    defineMutation('open', 'open an account')
      .requiredOption('--name <name>', 'the name of the account')
      .requiredOption('--currency <code>', 'its currency, as EUR')
      .requiredOption('--product <id>', 'its product, as current-account')
      .requiredOption('--customer <id>', 'the id of the customer')
      .option('--external-id <id>', "the account's id in your own systems")
      .action(openAccount),
  );
  const statement = defineList('statement <account>', 'list the entries of an account')
    .option('--from <time>', 'the first booking time, as 2026-10-01T00:00:00Z')
    .option('--to <time>', 'the last booking time, inclusive')
    .action(listStatement);
  const post = defineMutation(
    'post <file>',
    'post the journal entry of a JSON file, - for input',
  ).action(postEntry);
  const transfer = defineMutation(
    'transfer <from> <to> <amount>',
    'move an amount between accounts',
  )
    .option('--description <text>', 'the description of the entry')
    .option('--ledger-account <code>', 'the account of the general ledger', 'CUSTOMER_DEPOSITS')
    .action(transferAmount);
  return [accounts, statement, post, transfer];
}

async function listAccounts(flags: ListFlags): Promise<void> {
  const { ledger } = connect(flags);
  const items = iterateItems((cursor) =>
    ledger.GET('/api/accounts', {
      params: { query: { limit: Math.min(flags.limit, 100), cursor } },
    }),
  );
  const toRow = ({ id, status, balance, currency, name }: Account) => [
    id,
    status,
    balance,
    currency,
    name,
  ];
  printRecords(await takeItems(items, flags.limit), toRow, flags);
}

async function openAccount(_: unknown, command: Command): Promise<void> {
  const flags = command.optsWithGlobals<OpenFlags>();
  const { ledger } = connect(flags);
  const body = {
    name: flags.name,
    currency: flags.currency,
    product_id: flags.product,
    customer_id: flags.customer ?? '',
    ...(flags.externalId !== undefined && { external_id: flags.externalId }),
  };
  const params = { header: buildKeyHeader(flags.key) };
  const answer = await requireData(ledger.POST('/api/accounts', { body, params }));
  printRecord(answer, (account) => `${account.id} ${describeState(account)}`, flags);
}

async function listStatement(accountId: string, flags: StatementFlags): Promise<void> {
  const { ledger } = connect(flags);
  const { from, to } = flags;
  const items = iterateItems((cursor) =>
    ledger.GET('/api/accounts/{accountId}/statement', {
      params: { path: { accountId }, query: { from, to, cursor } },
    }),
  );
  const entries = await takeItems(items, flags.limit);
  printRecords(
    entries,
    (entry) => [
      entry.posted_at,
      entry.direction,
      entry.amount,
      entry.currency,
      entry.balance_after,
      entry.reference,
    ],
    flags,
  );
}

async function postEntry(file: string, flags: MutationFlags): Promise<void> {
  const isInput = file === '-';
  const content = await (isInput ? text(process.stdin) : readFile(file, 'utf8'));
  await sendEntry(parseEntry(content, isInput ? 'The input' : file), flags);
}

// As the API reads a body: JSON.parse would drop repeated members and change numbers, and the API could not notice.
function parseEntry(content: string, source: string): NewJournalEntry {
  try {
    return parseJson(content) as NewJournalEntry;
  } catch (cause) {
    throw new Error(`${source}: ${formatError(cause)}`, { cause });
  }
}

async function transferAmount(
  from: string,
  to: string,
  amount: string,
  flags: TransferFlags,
): Promise<void> {
  requireAmount(amount);
  const { ledger } = connect(flags);
  const params = { path: { accountId: from } };
  const { currency } = await requireData(ledger.GET('/api/accounts/{accountId}', { params }));
  const { ledgerAccount: account_code, description } = flags;
  const body: NewJournalEntry = {
    ...(description !== undefined && { description }),
    ledger_lines: [
      { account_code, debit_amount: amount },
      { account_code, credit_amount: amount },
    ],
    account_postings: [
      { account_id: from, direction: 'DEBIT', amount, currency },
      { account_id: to, direction: 'CREDIT', amount, currency },
    ],
  };
  await sendEntry(body, flags);
}

// The API would name members of a body that the user has not written.
function requireAmount(amount: string): void {
  if (!/^(?:0|[1-9]\d*)\.\d{2}$/.test(amount)) {
    throw new InvalidArgumentError(`${amount} is no amount: it has two decimals, as 1250.00.`);
  }
  if (amount === '0.00') throw new InvalidArgumentError('The amount must be above zero.');
}

async function sendEntry(body: NewJournalEntry, flags: MutationFlags): Promise<void> {
  const { ledger } = connect(flags);
  const params = { header: buildKeyHeader(flags.key) };
  const answer = await requireData(ledger.POST('/api/journal-entries', { body, params }));
  printRecord(answer, (entry) => `${entry.id} ${describeState(entry)}`, flags);
}

// Controls of the institution may turn any of these into a change request.
function describeState(answer: Account | JournalEntry | ChangeRequest): string {
  if ('posted_at' in answer) return `posted at ${answer.posted_at}`;
  return 'balance' in answer ? `opened, ${answer.status}` : `waits for an approval`;
}
