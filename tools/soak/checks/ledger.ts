// `npm run verify`: the books follow from their immutable records.
import { verifyLedger } from '../../../functions/verification/verify.ts';
import { openLocalStore } from '../../../commands/verification/connect.ts';
import { formatCounts } from '../../../commands/verification/report.ts';
import type { SoakCheck } from './check.ts';

export const checkLedger: SoakCheck = async ({ rig }) => {
  const store = openLocalStore(rig.place.ledger);
  try {
    const { isFinished, differences, checked } = await verifyLedger({
      store,
      settleMs: 0,
    });
    const findings = differences.map(({ check, tenant, kind, id, field, stored, derived }) => {
      return `${tenant}: ${kind} ${id}, ${field} (${check}): ${stored} is stored, ${derived} derived`;
    });
    const unfinished = isFinished ? [] : ['The books could not be verified to the end.'];
    return { subject: `verified ${formatCounts(checked)}`, findings: [...findings, ...unfinished] };
  } finally {
    store.documents.destroy();
  }
};
