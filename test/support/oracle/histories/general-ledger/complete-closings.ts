// Completes the closings of accounting periods under way, as their state machine does.
import { endPeriodClose } from '../../../accounting-periods/closings.ts';
import { buildPeriodBody, endClosing } from '../../general-ledger/periods.ts';
import { buildReader } from '../exchanges.ts';
import { toCanonicalText } from '../oracle-state.ts';
import type { OracleBody, OracleState, TenantState } from '../oracle-state.ts';
import type { HistorySetting } from '../exchanges.ts';

/** The possible states after all closings of the tenant have ended. */
export async function completeClosings(
  setting: HistorySetting,
  states: readonly OracleState[],
  tenant: string,
): Promise<readonly OracleState[]> {
  const read = buildReader(setting, { tenant, subject: 'ada' });
  let possible = states;
  for (const period of listClosing(states, tenant)) {
    const readPeriod = async () => {
      const answer = await read({ operation: 'getGeneralLedgerPeriod', path: { period } });
      return answer.body as OracleBody;
    };
    const before = await readPeriod();
    possible = mapTenant(possible, tenant, (state) => confirmPeriod(state, period, before));
    if (before['state'] === 'CLOSING') {
      await endPeriodClose(tenant, String(before['request_id']));
      const after = await readPeriod();
      setting.onOutcome(`period ${String(after['state'])}`);
      possible = mapTenant(possible, tenant, (state) => endClosing(state, period, after));
    }
    if (possible.length === 0) {
      throw new Error(`The period ${period} is wrong: ${JSON.stringify(await readPeriod())}`);
    }
  }
  return possible;
}

function listClosing(states: readonly OracleState[], tenant: string): ReadonlySet<string> {
  const periods = states.flatMap((state) => [...(state.get(tenant)?.periods ?? [])]);
  return new Set(periods.filter(([, { state }]) => state === 'CLOSING').map(([period]) => period));
}

function mapTenant(
  states: readonly OracleState[],
  tenant: string,
  change: (state: TenantState) => TenantState | undefined,
): OracleState[] {
  return states.flatMap((state) => {
    const before = state.get(tenant);
    const after = before && change(before);
    return after ? [new Map([...state, [tenant, after]])] : [];
  });
}

function confirmPeriod(
  state: TenantState,
  period: string,
  actual: OracleBody,
): TenantState | undefined {
  const expected = buildPeriodBody(period, state.periods.get(period), actual);
  return toCanonicalText(expected) === toCanonicalText(actual) ? state : undefined;
}
