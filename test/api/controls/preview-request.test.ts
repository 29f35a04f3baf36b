// A preview of a request shows what its approval would do now, by the very same decision.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildAccountBody } from '../../../tools/samples/request-bodies.ts';
import {
  approveLedgerRequest,
  requestPeriodChange,
  runPeriodClose,
} from '../../support/accounting-periods/closings.ts';
import { approveChange, buildControls, putControls } from '../../support/controls/controls.ts';
import { expectOnlyReads, readTables } from '../../support/controls/previews.ts';
import { adjustEntry, approveAdjustment } from '../../support/fixtures/adjustments.ts';
import {
  applyTransitions,
  approveTransition,
  submitTransition,
} from '../../support/fixtures/lifecycle.ts';
import { agreeLoan, disbursement } from '../../support/fixtures/loans.ts';
import {
  asTenant,
  credit,
  debit,
  openAccount,
  startWatchedLedger,
} from '../../support/stack/ledger.ts';
import type {
  CallAnswer,
  CallOptions,
  OperationCaller,
  WatchedLedger,
} from '../../support/stack/ledger.ts';

let ledger: WatchedLedger;
let bank: OperationCaller;
beforeAll(async () => {
  ledger = await startWatchedLedger();
  bank = asTenant(ledger, 'bank');
  await putControls(bank, [
    { operation: 'postJournalEntry', when: 'amount > 100.00' },
    { operation: 'upsertProduct', when: 'request.type == "CONTROLLED"' },
  ]);
});
afterAll(() => ledger.stop());

const preview = (requestId: string, options: CallOptions = {}) =>
  bank.call('previewRequest', { path: { requestId }, ...options });
const postEntry = async (body: object) => {
  const posted = await bank.call('postJournalEntry', { body });
  expect(posted.status).toBeLessThan(300);
  return posted.body.id as string;
};

/** Expects the preview to name what makes the approval fail. */
function expectFailure(shown: CallAnswer, approved: CallAnswer, code: string): void {
  expect(approved.body.status).toBe('FAILED');
  expect(shown.body).toMatchObject({ outcome: 'FAILED', changes: [], balances: [] });
  expect(shown.body.refusal).toEqual({ code, message: approved.body.failure_reason });
}

test('a freeze changes the status of the account; its maker sees it too, and nothing is written', async () => {
  const account = await openAccount(bank);
  const id = await submitTransition(bank, account);
  const before = await readTables(ledger);
  ledger.proxy.requests.length = 0;

  const shown = await preview(id);

  expectOnlyReads(ledger);
  expect(await readTables(ledger)).toEqual(before);
  expect(shown.body).toMatchObject({
    outcome: 'APPLIED',
    changes: [{ record: account, path: '/status', from: 'ACTIVE', to: 'FROZEN' }],
    balances: [{ account_id: account, before: '0.00', after: '0.00' }],
    journal_entries: [],
    controls: [],
  });
  const other = await preview(id, { subject: 'grace', permissions: ['finance.read'] });
  expect(other.body).toMatchObject({ outcome: 'APPLIED', changes: shown.body.changes });
});

test('goes by the account as it is now, not as it was at the submission', async () => {
  const account = await openAccount(bank);
  const [stale, closing] = [
    await submitTransition(bank, account),
    await submitTransition(bank, account, 'CLOSE'),
  ];
  await postEntry(credit(account, '5.00'));
  expectFailure(await preview(closing), await approveTransition(bank, closing), 'balance_not_zero');
  await applyTransitions(bank, account, 'FREEZE');

  const shown = await preview(stale);

  expectFailure(shown, await approveTransition(bank, stale), 'transition_not_allowed');
});

test('a reversal shows its entry and the balances, and fails once another is posted', async () => {
  const account = await openAccount(bank);
  const entry = await postEntry(credit(account, '10.00'));
  const [first, second] = [await adjustEntry(bank, entry), await adjustEntry(bank, entry)];

  const shown = await preview(first);

  expect(shown.body).toMatchObject({
    outcome: 'APPLIED',
    balances: [{ account_id: account, before: '10.00', after: '0.00' }],
    journal_entries: [
      { entry_type: 'REVERSAL', account_postings: [{ direction: 'DEBIT', balance_after: '0.00' }] },
    ],
  });
  expect((await approveAdjustment(bank, first)).body.status).toBe('APPLIED');
  const late = await preview(second);
  expectFailure(late, await approveAdjustment(bank, second), 'already_reversed');
  const decided = await preview(first);
  const message = (await approveAdjustment(bank, first)).body.message as string;
  expect(decided.body).toMatchObject({
    outcome: 'REFUSED',
    refusal: { code: 'already_decided', message },
  });
});

test('the closing of a period changes its state, and an outdated one fails', async () => {
  const caller = asTenant(ledger, 'periods');
  const see = (requestId: string) => caller.call('previewRequest', { path: { requestId } });
  const { id } = await requestPeriodChange(caller, 'close');
  const { id: other } = await requestPeriodChange(caller, 'close');

  const shown = await see(id);

  expect(shown.body.changes).toContainEqual({
    record: '2026-01',
    path: '/state',
    from: 'OPEN',
    to: 'CLOSING',
  });
  await approveLedgerRequest(caller, id);
  const { id: third } = await requestPeriodChange(caller, 'close', '2026-02');
  const { id: fourth } = await requestPeriodChange(caller, 'close', '2026-02');
  expectFailure(await see(other), await approveLedgerRequest(caller, other), 'period_not_open');
  // The period is open again, but no longer as its maker has seen it.
  await approveLedgerRequest(caller, third);
  await runPeriodClose('periods', third);
  const { id: reopening } = await requestPeriodChange(caller, 'reopen', '2026-02');
  await approveLedgerRequest(caller, reopening);
  expectFailure(await see(fourth), await approveLedgerRequest(caller, fourth), 'request_outdated');
});

test('a change request shows the members that its operation would change, and its control', async () => {
  const publish = (config: object, type = 'SAVINGS') =>
    bank.call('upsertProduct', { body: { id: 'savings', type, config } });
  await publish({ overdraft_limit: '0.00', note: 'old' });
  const requested = await publish({ overdraft_limit: '50.00', extra: [1] }, 'CONTROLLED');
  expect(requested.status).toBe(202);

  const shown = await preview(requested.body.id);

  const record = 'savings';
  expect(shown.body).toMatchObject({ outcome: 'APPLIED', controls: [requested.body.control] });
  expect(shown.body.changes.toSorted(byPath)).toEqual([
    { record, path: '/config/extra', to: [1] },
    { record, path: '/config/note', from: 'old' },
    { record, path: '/config/overdraft_limit', from: '0.00', to: '50.00' },
    { record, path: '/type', from: 'SAVINGS', to: 'CONTROLLED' },
  ]);
});

const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1);

test('a posting that waits shows its entry, and the refusal of its operation once it is impossible', async () => {
  const account = await openAccount(bank);
  for (const amount of ['90.00', '90.00']) await postEntry(credit(account, amount));
  const [first, second] = [
    await postEntry(debit(account, '150.00')),
    await postEntry(debit(account, '150.00')),
  ];

  const shown = await preview(first);

  expect(shown.body).toMatchObject({
    outcome: 'APPLIED',
    balances: [{ account_id: account, before: '180.00', after: '30.00' }],
    journal_entries: [{ entry_type: 'POSTING' }],
    controls: [{ when: 'amount > 100.00' }],
  });
  const { result } = (await approveChange(bank, first)).body;
  expect(result).toMatchObject(shown.body.journal_entries[0]);
  const late = await preview(second);
  expectFailure(late, await approveChange(bank, second), 'insufficient_funds');
});

test('new controls are compared with the present ones', async () => {
  const caller = asTenant(ledger, 'controls');
  const controls = buildControls([{ operation: 'createAccount' }]);
  const { body } = await caller.call('replaceControls', { body: { controls } });

  const shown = await caller.call('previewRequest', { path: { requestId: body.id } });

  const change = { record: 'controls', path: '/controls', from: [], to: controls };
  expect(shown.body).toMatchObject({ outcome: 'APPLIED', changes: [change], controls: [] });
});

test('a loan transaction and a new account show their members', async () => {
  const caller = asTenant(ledger, 'lending');
  await putControls(caller, [
    { operation: 'postLoanTransaction' },
    { operation: 'createAccount', when: 'request.name == "Controlled"' },
  ]);
  const { id: loanId } = await agreeLoan(caller);
  const requested = [
    await caller.call('postLoanTransaction', { path: { loanId }, body: disbursement('10.00') }),
    await caller.call('createAccount', { body: buildAccountBody({ name: 'Controlled' }) }),
  ];

  const [paid, opened] = await Promise.all(
    requested.map(async ({ body: { id: requestId } }) => {
      return (await caller.call('previewRequest', { path: { requestId } })).body.changes;
    }),
  );

  expect(paid).toEqual([
    { record: loanId, path: '/status', from: 'APPROVED', to: 'ACTIVE' },
    { record: loanId, path: '/disbursed', from: '0.00', to: '10.00' },
    { record: loanId, path: '/principal_outstanding', from: '0.00', to: '10.00' },
  ]);
  expect(opened).toContainEqual({
    record: expect.stringMatching(/^acc_/),
    path: '/name',
    to: 'Controlled',
  });
});

test('finds no request of another tenant, and none that does not exist', async () => {
  const id = await submitTransition(bank, await openAccount(bank));

  for (const [requestId, options] of [
    [id, { tenant: 'other' }],
    ['lcr_x', {}],
    ['far_x', {}],
    ['glr_x', {}],
    ['x', {}],
  ] as const) {
    expect((await preview(requestId, options)).status).toBe(404);
  }
  const writer = await preview(id, { permissions: ['finance.write'] });
  expect(writer.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});
