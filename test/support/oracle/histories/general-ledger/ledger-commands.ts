// The commands of random histories that change the settings of the general ledger and its chart.
import type { Arbitrary } from 'fast-check';
import { fc } from '../../../nouns/properties.ts';
import type { LedgerAccountBody } from '../../general-ledger/chart.ts';
import type { SettingsChange } from '../oracle-state.ts';

export type LedgerAction =
  | {
      readonly do: 'set';
      readonly change: SettingsChange;
      readonly hasReason: boolean;
    }
  | { readonly do: 'close' | 'reopen'; readonly period: string }
  | {
      readonly do: 'close year';
      readonly year: string;
      readonly equity: string;
      readonly hasReference: boolean;
    }
  | { readonly do: 'define'; readonly code: string; readonly account: LedgerAccountBody };

/** The codes of the first lines of most entries, of loans, and of one that no entry has. */
export const CHARTED_CODES = ['1000', '2000', 'CUSTOMER_DEPOSITS', 'LOANS_RECEIVABLE'] as const;

const settingsChange: Arbitrary<SettingsChange> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      time_zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/Los_Angeles'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ base_currency: fc.constantFrom('EUR', 'USD', 'XXX') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      effective_date_window: fc.constantFrom(
        {},
        { days_back: 1 },
        { days_ahead: 0 },
        { days_back: 40, days_ahead: 1 },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ control_accounts: fc.constantFrom('REPORTED', 'ENFORCED') }),
  },
  { weight: 2, arbitrary: fc.record({ chart: fc.constantFrom('OPEN', 'OPEN', 'ENFORCED') }) },
  { weight: 1, arbitrary: fc.constant({ time_zone: 'Mars/Olympus_Mons', base_currency: 'EUR' }) },
);

export const setting = fc.record({
  do: fc.constant('set' as const),
  change: settingsChange,
  hasReason: fc.boolean(),
});

/** An account of the chart that the code stands for, as few members as possible. */
export const PLAIN_ACCOUNT: LedgerAccountBody = { name: 'Cash in hand', type: 'ASSET' };

export const definition = fc.record({
  do: fc.constant('define' as const),
  code: fc.constantFrom<string[]>('1000', '2000', '3000', 'CUSTOMER_DEPOSITS', 'LOANS_RECEIVABLE'),
  account: fc.record(
    {
      name: fc.constantFrom('Cash in hand', 'Deposits'),
      type: fc.constantFrom('ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE'),
      currency: fc.constantFrom('EUR', 'EUR', 'USD'),
      parent: fc.constantFrom('1000', '2000', '3000', 'CUSTOMER_DEPOSITS'),
      status: fc.constantFrom('ACTIVE', 'ACTIVE', 'CLOSED'),
      mappings: fc.constant({ HGB: '1600' }),
    },
    { requiredKeys: ['name', 'type'] },
  ),
}) as Arbitrary<LedgerAction & { readonly do: 'define' }>;

/** In UTC the last two have not ended. */
export const PERIODS = ['2026-01', '2026-02', '2026-02', '2026-03', '2026-04'] as const;

export const periodChange = fc.record({
  do: fc.constantFrom('close' as const, 'close' as const, 'reopen' as const),
  period: fc.constantFrom<string[]>(...PERIODS),
});

/** The second ends with a month that has not ended in UTC. */
export const YEARS = ['2025-03', '2025-04'] as const;

export const yearClosing = fc.record({
  do: fc.constant('close year' as const),
  year: fc.constantFrom<string[]>(...YEARS),
  equity: fc.constantFrom('3000', '3000', '1000'),
  hasReference: fc.boolean(),
});
