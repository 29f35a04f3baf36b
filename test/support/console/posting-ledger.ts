// The accounts of a console journey over the API: what the pages start from, and what they have come to.
import { expect } from '@jest/globals';
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
    /** Requires approval of postings, which itself takes two operators. */
    async controlPostings(when: string): Promise<void> {
      const scope = 'finance.read finance.write finance.approve configuration.write';
      const signInAs = (sub: string) => stack.token({ sub, tenant_id: TENANT, scope });
      const body = { controls: buildControls([{ operation: 'postJournalEntry', when }]) };
      const token = await signInAs('ada');
      const asked = await stack.request('PUT', '/api/controls', { token, body });
      expect(asked.status).toBe(202);
      const path = `/api/change-requests/${asked.body.id}/approve`;
      const decided = await stack.post(
        path,
        { reason: 'Seen' },
        { token: await signInAs('grace') },
      );
      expect(decided.body.status).toBe('APPLIED');
    },
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
