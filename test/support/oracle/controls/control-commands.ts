// The controls of random histories.
import type { OracleControl } from '../histories/oracle-state.ts';

const REQUIRE = { require: 'APPROVAL' } as const;

export const CONTROLS: OracleControl[] = [
  { operation: 'postJournalEntry', when: 'amount > 10.00', ...REQUIRE },
  { operation: 'postJournalEntry', when: 'amount > 0.00 && amount <= 5.00', ...REQUIRE },
  { operation: 'postJournalEntries', when: 'amount > 10.00', ...REQUIRE },
  { operation: 'postLoanTransaction', when: 'amount > 0.00 && amount <= 5.00', ...REQUIRE },
  { operation: 'createLoan', ...REQUIRE },
  { operation: 'createAccount', ...REQUIRE },
];
