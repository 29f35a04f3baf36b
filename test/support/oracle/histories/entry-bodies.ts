// The journal entries of random histories: mostly valid.
import { formatAmount, parseMinorUnits, sumAmounts } from './amounts.ts';
import { resolveReference } from './commands.ts';
import type { EntryCommand, EntryMove, OracleView } from './commands.ts';
import type { EntryBody } from '../journal.ts';
import type { OracleLedgerLine, OraclePosting } from './oracle-state.ts';

type EntryRequestBody = EntryBody & { readonly account_postings: readonly OraclePosting[] };

export function buildEntryBody(
  { moves, fault, isOpening, hasTexts, isTied, effectiveDays }: EntryCommand,
  view: OracleView,
): EntryRequestBody {
  const postings = moves.map((move, index) =>
    buildPosting(move, view, { fault, hasTexts, isFirst: index === 0 }),
  );
  return {
    ledger_lines: isTied && fault === 'none' ? tieLines(postings) : buildLines(postings, fault),
    account_postings: postings,
    ...(hasTexts && {
      description: 'Salary November',
      currency: postings[0]?.currency ?? 'USD',
    }),
    ...(effectiveDays !== undefined && { effective_date: formatDayFromNow(effectiveDays) }),
    ...(isOpening && { entry_type: 'OPENING_BALANCE' as const }),
  };
}

const DAY_MS = 86_400_000;

function formatDayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

function buildPosting(
  { account, direction, amount }: EntryMove,
  view: OracleView,
  {
    fault,
    hasTexts,
    isFirst,
  }: { fault: EntryCommand['fault']; hasTexts: boolean; isFirst: boolean },
): OraclePosting {
  const id = resolveReference(account, view, 'accounts', 'acc');
  const known = view.own.accounts.get(id);
  const isOther = fault === 'foreign' || (fault === 'mixed' && isFirst);
  return {
    account_id: id,
    direction,
    amount: fault === 'zero' && isFirst ? '0.00' : resolveAmount(amount, known?.balance ?? 0n),
    currency: isOther ? 'GBP' : (known?.currency ?? 'EUR'),
    ...(hasTexts && { reference: 'Salary' }),
  };
}

function resolveAmount(amount: string, balance: bigint): string {
  if (amount !== 'all') return amount;
  return balance > 0n ? formatAmount(balance) : '1.00';
}

function buildLines(
  postings: readonly OraclePosting[],
  fault: EntryCommand['fault'],
): OracleLedgerLine[] {
  const sum = formatAmount(
    sumAmounts(postings.map(({ amount }) => parseMinorUnits(amount))) || 100n,
  );
  if (sum.length > 39) return buildLines([], fault);
  const debit = { account_code: '1000', debit_amount: sum };
  if (fault === 'unbalanced') return [debit, { account_code: '2000', credit_amount: '77.77' }];
  if (fault === 'two sides') return [{ ...debit, credit_amount: sum }, debit];
  return [debit, { account_code: '2000', debit_amount: '0.00', credit_amount: sum }];
}

/** Lines that move the control account as the postings move the accounts. */
function tieLines(postings: readonly OraclePosting[]): OracleLedgerLine[] {
  const signed = postings.map(({ direction, amount }) =>
    direction === 'CREDIT' ? parseMinorUnits(amount) : -parseMinorUnits(amount),
  );
  const net = sumAmounts(signed);
  const sum = formatAmount(net < 0n ? -net : net);
  if (sum.length > 39) return buildLines([], 'none');
  const [debited, credited] = net > 0n ? ['1000', DEPOSITS] : [DEPOSITS, '1000'];
  if (net !== 0n) return buildPair(debited, credited, sum);
  return postings.length === 0
    ? buildPair('1000', '3000', '1.00')
    : buildPair(DEPOSITS, DEPOSITS, '1.00');
}

const DEPOSITS = 'CUSTOMER_DEPOSITS';

function buildPair(debited: string, credited: string, amount: string): OracleLedgerLine[] {
  return [
    { account_code: debited, debit_amount: amount },
    { account_code: credited, credit_amount: amount },
  ];
}
