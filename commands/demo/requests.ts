// Requests of the demo: some that the checker has decided, and one of each kind that waits.
import { buildDemoKey, requireAnswer } from './demo-operators.ts';
import type { DemoOperators } from './demo-operators.ts';
import { countDaysBack } from './customers.ts';
import type { DemoAccounts } from './customers.ts';

/** Makes the requests. `entries` are journal entries of the demo, in the order of their postings. */
export async function makeRequests(
  operators: DemoOperators,
  accounts: DemoAccounts,
  entries: readonly string[],
): Promise<void> {
  const [ada, grace, alan, emmy] = accounts.map(({ id }) => id);
  const [reversed, doubtful, mistaken] = entries;
  if (!ada || !grace || !alan || !emmy || !reversed || !doubtful || !mistaken) {
    throw new Error('There are too few accounts or entries.');
  }
  await decideRequests(operators, { frozen: emmy, kept: ada, reversed });
  await Promise.all([
    askTransition(operators, grace, { transition: 'FREEZE', reason: 'The card was lost.' }),
    askReversal(operators, doubtful, 'The customer says the payment was made twice.'),
    askCorrection(operators, mistaken),
    askClosing(operators, countDaysBack(accounts, 95).slice(0, 7)),
    askControls(operators),
  ]);
}

interface DecidedSubjects {
  readonly frozen: string;
  readonly kept: string;
  readonly reversed: string;
}

async function decideRequests(
  operators: DemoOperators,
  { frozen, kept, reversed }: DecidedSubjects,
): Promise<void> {
  const { ledger } = operators.checker;
  const decide = (key: string, requestId: string, reason: string) => ({
    params: { path: { requestId }, header: buildDemoKey(key) },
    body: { reason },
  });
  const freeze = { transition: 'FREEZE', reason: 'An order of the court.' } as const;
  const frozenId = await askTransition(operators, frozen, freeze);
  const refusedId = await askTransition(operators, kept, { ...freeze, reason: 'A doubt.' });
  const reversalId = await askReversal(operators, reversed, 'Paid to the wrong account.');
  requireAnswer(
    await ledger.POST(
      '/api/account-lifecycle-requests/{requestId}/approve',
      decide('approve-freeze', frozenId, 'The order is on file.'),
    ),
  );
  requireAnswer(
    await ledger.POST(
      '/api/account-lifecycle-requests/{requestId}/reject',
      decide('reject-freeze', refusedId, 'The customer has identified herself.'),
    ),
  );
  requireAnswer(
    await ledger.POST(
      '/api/financial-adjustment-requests/{requestId}/approve',
      decide('approve-reversal', reversalId, 'Confirmed by the payer.'),
    ),
  );
}

interface AskedTransition {
  readonly transition: 'FREEZE' | 'CLOSE';
  readonly reason: string;
}

async function askTransition(
  { maker }: DemoOperators,
  accountId: string,
  body: AskedTransition,
): Promise<string> {
  const key = `${body.transition.toLowerCase()}-${accountId}`;
  const answer = await maker.ledger.POST('/api/accounts/{accountId}/status-transitions', {
    params: { path: { accountId }, header: buildDemoKey(key) },
    body,
  });
  return requireAnswer(answer).id;
}

async function askReversal(
  { maker }: DemoOperators,
  target_id: string,
  reason: string,
): Promise<string> {
  const answer = await maker.ledger.POST('/api/financial-adjustment-requests', {
    params: { header: buildDemoKey(`reversal-${target_id}`) },
    body: { target_type: 'JOURNAL_ENTRY', target_id, adjustment_type: 'REVERSAL', reason },
  });
  return requireAnswer(answer).id;
}

async function askCorrection({ maker }: DemoOperators, target_id: string): Promise<void> {
  const posted = requireAnswer(
    await maker.ledger.GET('/api/journal-entries/{journalEntryId}', {
      params: { path: { journalEntryId: target_id } },
    }),
  );
  const [posting] = posted.account_postings;
  if (!posting) throw new Error(`${target_id} has no posting.`);
  const { account_id, direction, currency } = posting;
  const amount = '2800.00';
  const answer = await maker.ledger.POST('/api/financial-adjustment-requests', {
    params: { header: buildDemoKey(`correction-${target_id}`) },
    body: {
      target_type: 'JOURNAL_ENTRY',
      target_id,
      adjustment_type: 'CORRECTION',
      reason: 'The employer stated another amount.',
      correction: {
        journal: {
          ledger_lines: [
            { account_code: '1000-CASH', debit_amount: amount },
            { account_code: 'CUSTOMER_DEPOSITS', credit_amount: amount },
          ],
          account_postings: [{ account_id, direction, amount, currency }],
        },
      },
    },
  });
  requireAnswer(answer);
}

async function askClosing({ maker }: DemoOperators, period: string): Promise<void> {
  const answer = await maker.ledger.POST('/api/general-ledger/periods/{period}/close', {
    params: { path: { period }, header: buildDemoKey('close-period') },
    body: { reason: 'The month is complete.' },
  });
  requireAnswer(answer);
}

async function askControls({ configurator }: DemoOperators): Promise<void> {
  const answer = await configurator.ledger.PUT('/api/controls', {
    params: { header: buildDemoKey('controls') },
    body: {
      controls: [{ operation: 'postJournalEntry', when: 'amount > 10000.00', require: 'APPROVAL' }],
      reason: 'Two people for large postings.',
    },
  });
  requireAnswer(answer);
}
