// Checks as `npm run verify` does: all stored figures follow from the immutable records.
import { verifyLedger } from '../../../functions/verification/verify.ts';
import { openLocalStore } from '../../../commands/verification/connect.ts';
import { formatCounts } from '../../../commands/verification/report.ts';
import type { SoakCheck } from './check.ts';

export const checkLedger: SoakCheck = async ({ rig }) => {
  const store = openLocalStore(rig.connection.ledger);
  try {
    const { isFinished, differences, checked } = await verifyLedger({
      store,
      settleMs: 0,
    });
    const findings = differences.map(({ check, tenant, kind, id, field, stored, derived }) => {
      return `${tenant}: ${kind} ${id}, ${field} (${check}): ${stored} is stored, ${derived} derived`;
    });
    const unfinished = isFinished ? [] : ['The verification of the ledger did not finish.'];
    return { subject: `verified ${formatCounts(checked)}`, findings: [...findings, ...unfinished] };
  } finally {
    store.documents.destroy();
  }
};
