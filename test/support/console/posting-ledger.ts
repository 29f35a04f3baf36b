// The accounts of a console journey over the API: what the pages start from, and what they have come to.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { buildCreditBody, buildProductBody } from '../../../tools/samples/request-bodies.ts';
import { buildControls } from '../controls/controls.ts';
import { buildFeeRule } from '../fixtures/products.ts';
import { TENANT } from './console-rig.ts';
import type { ConsoleRig } from './console-rig.ts';

export type PostingLedger = ReturnType<typeof openPostingLedger>;

export function openPostingLedger({ stack }: ConsoleRig) {
  // A journey may outlast a token.
  const signIn = (scope = 'finance.read finance.write') =>
    stack.token({ tenant_id: TENANT, scope });
  const send = async (path: string, body: object, scope?: string) => {
    const answer = await stack.post(path, body, { token: await signIn(scope) });
    expect([path, answer.status]).toEqual([path, 201]);
    return answer.body;
  };
  const read = async (path: string) => (await stack.get(path, { token: await signIn() })).body;
  const readStatement = async (accountId: string) =>
    (await read(`/api/accounts/${accountId}/statement`)).items;
  /** Approves a change request as another operator than the makers. */
  const approve = async (requestId: string): Promise<void> => {
    const scope = 'finance.approve configuration.write compliance.operate';
    const token = await stack.token({ sub: 'grace', tenant_id: TENANT, scope });
    const path = `/api/change-requests/${requestId}/approve`;
    const decided = await stack.post(path, { reason: 'Seen' }, { token });
    expect(decided.body.status).toBe('APPLIED');
  };
  return {
    read,
    readStatement,
    async openAccount(name: string, { product = 'current-account', funds = '' } = {}) {
      const account = { name, customer_id: 'cus-1', product_id: product, currency: 'EUR' };
      const { id } = await send('/api/accounts', account);
      if (funds !== '') await send('/api/journal-entries', buildCreditBody(id, funds));
      return String(id);
    },
    /** Publishes a product whose accounts pay a fee of 0.25 for each debit. */
    async chargeDebits(product: string): Promise<void> {
      const body = buildProductBody(product, { type: 'TEST', config: {} });
      await send('/api/products', body, 'configuration.write');
      const rule = buildFeeRule('0.25', { id: 'debit-fee' });
      await send(`/api/products/${product}/rules`, rule, 'configuration.write');
    },
    /** Requires approval of an operation, which itself takes two operators. Ends when every function knows it. */
    async control(operation: string, when?: string): Promise<void> {
      const scope = 'finance.read configuration.write';
      const control = { operation, ...(when !== undefined && { when }) };
      const body = { controls: buildControls([control]) };
      const token = await stack.token({ sub: 'ada', tenant_id: TENANT, scope });
      const asked = await stack.request('PUT', '/api/controls', { token, body });
      expect(asked.status).toBe(202);
      await approve(asked.body.id);
      await sleep(CACHE_MS);
    },
    approve,
    /** Keeps a template that pays an amount named rent into the account. */
    keepTemplate(name: string, accountId: string): Promise<unknown> {
      const placeholder = 'rent';
      const lines = [
        { account_code: '1000', side: 'DEBIT', placeholder },
        { account_code: 'CUSTOMER_DEPOSITS', side: 'CREDIT', placeholder },
      ];
      const posting = { account_id: accountId, direction: 'CREDIT', placeholder, reference: name };
      const body = { name, lines, postings: [posting] };
      return send('/api/posting-templates', body, 'configuration.write');
    },
    async countReferences(accountId: string, reference: string): Promise<number> {
      const entries: readonly { readonly reference?: string }[] = await readStatement(accountId);
      return entries.filter((entry) => entry.reference === reference).length;
    },
  };
}
