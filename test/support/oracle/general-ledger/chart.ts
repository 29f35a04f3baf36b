// The oracle's rules for the chart of accounts (docs/general-ledger.md, Chart of accounts).
import { refuseWhen, requireKnown } from '../oracle-refusal.ts';
import { requireNotBefore } from '../oracle-rule.ts';
import type { OracleRule } from '../oracle-rule.ts';
import { putRecord } from '../histories/oracle-state.ts';
import type { OracleBody, OracleLedgerAccount, TenantState } from '../histories/oracle-state.ts';

export interface LedgerAccountBody {
  readonly name: string;
  readonly type: 'ASSET' | 'LIABILITY' | 'EQUITY' | 'INCOME' | 'EXPENSE';
  readonly currency?: string;
  readonly parent?: string;
  readonly status?: 'ACTIVE' | 'CLOSED';
  readonly mappings?: Readonly<Record<string, string>>;
}

const upsertGeneralLedgerAccount: OracleRule = {
  status: 200,
  isPut: true,
  carryOut: (state, { path: { code = '' }, body: sent }, { answer }) => {
    const body = sent as LedgerAccountBody;
    const { type, status = 'ACTIVE', mappings = {}, parent } = body;
    refuseWhen(!isPossibleParent(state.chart, code, parent), 'invalid_general_ledger_parent');
    const before = state.chart.get(code);
    const { updated_at: actual } = answer.body as OracleBody;
    const updated_at = requireNotBefore(actual, String(before?.['updated_at'] ?? ''));
    const account: OracleLedgerAccount = {
      ...body,
      code,
      normal_side: type === 'ASSET' || type === 'EXPENSE' ? 'DEBIT' : 'CREDIT',
      status,
      mappings,
      version: (before?.version ?? 0) + 1,
      created_at: before?.created_at ?? updated_at,
      updated_at,
    };
    return { body: account, state: { ...state, chart: putRecord(state.chart, code, account) } };
  },
};

/** Whether the parent exists and is neither the account nor below it. */
function isPossibleParent(
  chart: TenantState['chart'],
  code: string,
  parent: string | undefined,
): boolean {
  if (parent === undefined) return true;
  const above = chart.get(parent);
  return above !== undefined && parent !== code && isPossibleParent(chart, code, above.parent);
}

const getGeneralLedgerAccount: OracleRule = {
  status: 200,
  carryOut: (state, { path }) => {
    const body = requireKnown(state.chart, path['code'], 'general_ledger_account_not_found');
    return { body, state };
  },
};

export const chartRules = { upsertGeneralLedgerAccount, getGeneralLedgerAccount };
