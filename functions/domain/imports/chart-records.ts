import type { RecordTypeName } from './record-types.ts';

/** The type of records that an import applies: the accounts of a chart. */
export const CHART_RECORDS = 'GENERAL_LEDGER_ACCOUNT' satisfies RecordTypeName;
