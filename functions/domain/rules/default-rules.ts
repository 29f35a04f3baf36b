// The rules that a product can be seeded with, under fixed ids (docs/rules.md shows them).
import type { RuleTerms } from './rules.ts';

export interface DefaultRule extends RuleTerms {
  readonly id: string;
  readonly ruleType: string;
}

/** In order of priority. */
export const DEFAULT_RULES: readonly DefaultRule[] = [
  {
    id: 'default-debit-limit',
    ruleType: 'LIMIT',
    condition: 'posting.direction == "DEBIT" && amount > 10000.00',
    action: { type: 'DENY', message: 'A single debit may not exceed 10000.00.' },
    priority: 10,
    enabled: true,
    appliesTo: ['POSTING'],
  },
  {
    id: 'default-disbursement-limit',
    ruleType: 'LIMIT',
    condition: 'transaction.type == "DISBURSEMENT" && amount > 100000.00',
    action: { type: 'DENY', message: 'A single disbursement may not exceed 100000.00.' },
    priority: 20,
    enabled: true,
    appliesTo: ['LOAN_TRANSACTION'],
  },
  {
    id: 'default-large-credit',
    ruleType: 'NOTIFICATION',
    condition: 'posting.direction == "CREDIT" && amount >= 10000.00',
    action: { type: 'NOTIFY', channel: 'compliance', message: 'A large amount was paid in.' },
    priority: 110,
    enabled: true,
    appliesTo: ['POSTING'],
  },
  {
    id: 'default-overdrawn',
    ruleType: 'NOTIFICATION',
    condition: 'posting.direction == "DEBIT" && account.balance >= 0 && account.balance_after < 0',
    action: { type: 'NOTIFY', channel: 'customer', message: 'The account is overdrawn.' },
    priority: 120,
    enabled: true,
    appliesTo: ['POSTING'],
  },
];
