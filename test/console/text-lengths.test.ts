// Texts as long as the API takes them: the forms and the addresses of the console measure them alike, also those of
// characters that a program counts as two.
import { expect, test } from '@jest/globals';
import {
  findChartAccountFaults,
  toChartAccountInput,
} from '../../console/src/pages/config/chart/account-draft.ts';
import {
  findWebhookFaults,
  toWebhookInput,
} from '../../console/src/pages/config/webhooks/webhook-draft.ts';
import { findReasonFault } from '../../console/src/pages/inbox/request/decision-rules.ts';
import { EMPTY_TERMS, findTermsFaults } from '../../console/src/pages/loans/loan-terms.ts';
import {
  buildAccountDraft,
  findAccountFaults,
} from '../../console/src/pages/new-account/account-draft.ts';
import { checkSearch, isText } from '../../console/src/routing/search-parameters.ts';
import type { Contract } from '../../functions/runtime/contract.ts';
import { validateRequest } from '../../functions/runtime/validate.ts';
import { approveChangeRequest } from '../../schemas/generated/operations/approve-change-request.ts';
import { createAccount } from '../../schemas/generated/operations/create-account.ts';
import { createLoan } from '../../schemas/generated/operations/create-loan.ts';
import { createWebhook } from '../../schemas/generated/operations/create-webhook.ts';
import { listJournalEntries } from '../../schemas/generated/operations/list-journal-entries.ts';
import { upsertGeneralLedgerAccount } from '../../schemas/generated/operations/upsert-general-ledger-account.ts';

const ACCOUNT = { name: 'Ada', customer_id: 'cus-1', product_id: 'current', currency: 'EUR' };
const LOAN = { ...ACCOUNT, account_id: 'acc_1', principal: '1.00' };
const WEBHOOK = { url: 'https://bank.example/hooks', event_types: ['*'], enabled: true };
const CODE = { name: 'Cash', type: 'ASSET', status: 'ACTIVE' } as const;

type Texts = Readonly<Record<string, string>>;

/** Whether the service takes a request with this body, or with these parameters. */
function isTaken<Request>(
  contract: Contract<Request>,
  body: object | undefined,
  parameters: { readonly path?: Texts; readonly query?: Texts } = {},
): boolean {
  try {
    validateRequest(contract, { path: {}, query: {}, ...parameters, body });
    return true;
  } catch {
    return false;
  }
}

function isAccountTaken(texts: object): boolean {
  const draft = buildAccountDraft('EUR');
  const known = { name: 'Ada', customer: 'cus-1', product: 'current' };
  const faults = findAccountFaults({ ...draft, texts: { ...draft.texts, ...known, ...texts } });
  return Object.keys(faults.texts).length === 0;
}

function isChartAccountTaken(part: object): boolean {
  const account = {
    ...CODE,
    code: '1000',
    mappings: {},
    version: 1,
    created_at: '',
    updated_at: '',
  };
  const input = toChartAccountInput({ ...account, ...part });
  return Object.keys(findChartAccountFaults(input, [], false)).length === 0;
}

interface Verdicts {
  readonly longest: number;
  readonly ofConsole: (text: string) => boolean;
  readonly ofService: (text: string) => boolean;
}

const fields: Readonly<Record<string, Verdicts>> = {
  'the reason of a decision': {
    longest: 500,
    ofConsole: (text) => findReasonFault('approve', text) === undefined,
    ofService: (reason) => isTaken(approveChangeRequest, { reason }, { path: { requestId: 'r' } }),
  },
  'the name of an account': {
    longest: 160,
    ofConsole: (name) => isAccountTaken({ name }),
    ofService: (name) => isTaken(createAccount, { ...ACCOUNT, name }),
  },
  'the external id of an account': {
    longest: 128,
    ofConsole: (externalId) => isAccountTaken({ externalId }),
    ofService: (external_id) => isTaken(createAccount, { ...ACCOUNT, external_id }),
  },
  'the reference of a loan': {
    longest: 160,
    ofConsole: (reference) =>
      findTermsFaults({ ...EMPTY_TERMS, reference }, undefined).reference === undefined,
    ofService: (reference) => {
      const { account_id, customer_id, product_id, currency, principal } = LOAN;
      const terms = { account_id, customer_id, product_id, currency, principal };
      return isTaken(createLoan, { ...terms, reference });
    },
  },
  'the description of a webhook': {
    longest: 160,
    ofConsole: (description) =>
      findWebhookFaults({ ...toWebhookInput(undefined), description }).description === undefined,
    ofService: (description) => isTaken(createWebhook, { ...WEBHOOK, description }),
  },
  'the code of an account of the chart': {
    longest: 64,
    ofConsole: (code) => isChartAccountTaken({ code }),
    ofService: (code) => isTaken(upsertGeneralLedgerAccount, CODE, { path: { code } }),
  },
  'the name of an account of the chart': {
    longest: 160,
    ofConsole: (name) => isChartAccountTaken({ name }),
    ofService: (name) =>
      isTaken(upsertGeneralLedgerAccount, { ...CODE, name }, { path: { code: '1000' } }),
  },
  'its code in another chart': {
    longest: 128,
    ofConsole: (code) => isChartAccountTaken({ mappings: { HGB: code } }),
    ofService: (code) => {
      const body = { ...CODE, mappings: { HGB: code } };
      return isTaken(upsertGeneralLedgerAccount, body, { path: { code: '1000' } });
    },
  },
  'a reference in an address': {
    longest: 160,
    ofConsole: (reference) =>
      checkSearch({ reference: isText(160) })({ reference }).reference !== undefined,
    ofService: (reference) => isTaken(listJournalEntries, undefined, { query: { reference } }),
  },
};

test.each(
  Object.entries(fields).flatMap(([field, verdicts]) =>
    ['x', 'é', '😀'].map((character) => ({ field, character, ...verdicts })),
  ),
)('$field may be as long in $character as the API takes it', (row) => {
  const { character, longest, ofConsole, ofService } = row;
  const texts = [longest, longest + 1].map((length) => character.repeat(length));

  expect(texts.map(ofService)).toEqual([true, false]);
  expect(texts.map(ofConsole)).toEqual([true, false]);
});
