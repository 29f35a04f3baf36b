import { getSystem } from '../../../schemas/generated/operations/get-system.ts';
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { PROJECTION_NAMES } from '../../domain/projections/projector.ts';
import { readNewestSeal } from '../../evidence/published/newest-seal.ts';
import { readOldestUnapplied } from '../../ledger/projections/lag.ts';
import { readStatus } from '../../ledger/projections/status.ts';
import { readTenantVerdict } from '../../ledger/verdicts/verdicts.ts';
import { readEvidenceBucket, requireVariable } from '../../runtime/environment.ts';
import { operation } from '../../runtime/operation.ts';
import { toSystemStateView } from '../../views/system/system-state.ts';

const bucket = openObjectLockBucket({ name: readEvidenceBucket(), lockMode: 'COMPLIANCE' });
const version = requireVariable('PRODUCT_VERSION');

export const handler = operation(getSystem, async ({ session, now }) => {
  const { store, tenant } = session;
  const [seal, verdict, status] = await Promise.all([
    readNewestSeal({ store, bucket, tenant }),
    readTenantVerdict(store, tenant),
    readStatus(store, tenant),
  ]);
  const oldest = await readOldestUnapplied(session, status, PROJECTION_NAMES);
  return { body: toSystemStateView({ version, seal, verdict, status, oldest, now }) };
});
