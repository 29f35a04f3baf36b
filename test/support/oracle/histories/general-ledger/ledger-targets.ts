// The requests of the commands that change the settings of the general ledger and its chart.
import type { SentRequest } from '../oracle-state.ts';
import type { LedgerAction } from './ledger-commands.ts';

export function buildLedgerTarget(
  action: LedgerAction,
): Pick<SentRequest, 'operation' | 'path' | 'body'> {
  switch (action.do) {
    case 'set': {
      const { change, hasReason } = action;
      const body = { ...change, ...(hasReason && { reason: 'As the auditor asked' }) };
      return { operation: 'updateGeneralLedgerSettings', path: {}, body };
    }
    case 'close':
    case 'reopen': {
      const operation =
        action.do === 'close' ? 'closeGeneralLedgerPeriod' : 'reopenGeneralLedgerPeriod';
      return { operation, path: { period: action.period }, body: { reason: 'Month end' } };
    }
    case 'close year': {
      const { year, equity, hasReference } = action;
      const reference = hasReference && { reference: 'Resolution 14' };
      const body = { equity_account_code: equity, ...reference, reason: 'Year end' };
      return { operation: 'closeGeneralLedgerYear', path: { year }, body };
    }
    case 'define': {
      const { code, account: body } = action;
      return { operation: 'upsertGeneralLedgerAccount', path: { code }, body };
    }
  }
}
