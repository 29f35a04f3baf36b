import type {
  DefineGeneralLedgerAccount,
  GeneralLedgerAccount,
} from '../../../../../client/client.ts';
import { compareMembers } from '../../../values/json-members.ts';
import type { ChartDefinitions } from './chart-file.ts';

type ByCode = Readonly<Record<string, Partial<DefineGeneralLedgerAccount>>>;

export interface ChartComparison {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** The accounts of the file as the chart has them, and as they would be. */
  readonly from: ByCode;
  readonly to: ByCode;
}

/** Compares the accounts of a file with those of the chart that have their codes. */
export function compareChart(
  chart: readonly GeneralLedgerAccount[],
  defined: ChartDefinitions,
): ChartComparison {
  const from = Object.fromEntries(
    chart.filter(({ code }) => defined.has(code)).map((account) => [account.code, pick(account)]),
  );
  const to = Object.fromEntries(defined);
  const codes = [...defined.keys()];
  const added = codes.filter((code) => !Object.hasOwn(from, code)).length;
  const changed = codes.filter(
    (code) =>
      Object.hasOwn(from, code) && compareMembers(from[code], to[code]).differences.length > 0,
  ).length;
  return { added, changed, unchanged: codes.length - added - changed, from, to };
}

function pick({ name, type, currency, parent, status, mappings }: GeneralLedgerAccount) {
  return {
    name,
    type,
    ...(currency !== undefined && { currency }),
    ...(parent !== undefined && { parent }),
    status,
    mappings,
  };
}
