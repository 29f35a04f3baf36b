// The Lambda function that seals the receipts of all tenants, every minute.
import type { Context } from 'aws-lambda';
import { openEvidenceBucket } from '../artifacts/object-lock-bucket.ts';
import { parseVerifierKey } from '../domain/evidence/verifier-key.ts';
import { listSealedTenants } from '../ledger/evidence/tenants.ts';
import { mapInParallel } from '../ledger/in-parallel.ts';
import { openStore } from '../ledger/store/store.ts';
import {
  readEvidenceEnvironment,
  readLedgerEnvironment,
  readSettleSeconds,
} from '../runtime/environment.ts';
import { TASK_TIME_BUDGET } from '../runtime/task.ts';
import {
  recordSealing,
  recordSealingFailure,
  recordUnsealable,
  recordWitnessFailure,
} from '../runtime/telemetry.ts';
import { buildSignerSource } from './signing-key.ts';
import { sealTenant } from './seal-tenant.ts';
import { WitnessPanel } from './witness-panel.ts';

/** A run ends this long before the timeout: longer than a batch takes. */
const RESERVE_MS = 45_000;
/** The tenants that are sealed at once. */
const TENANTS_MAX = 8;

export interface SealingEvent {
  /** Searches late receipts in the whole feed. */
  readonly thorough?: boolean;
  /** Seals the receipts of this tenant alone, for an export. */
  readonly tenant?: string;
}

export interface SealingTotals {
  readonly tenants: number;
  readonly sealed: number;
  /** The tenants whose sealing failed. */
  readonly failed: number;
  /** The tenants for which there was no time left. */
  readonly unfinished: number;
}

const store = openStore(readLedgerEnvironment(), TASK_TIME_BUDGET);
const evidence = readEvidenceEnvironment();
const bucket = openEvidenceBucket(evidence.bucket);
const witnesses = evidence.witnesses.map(({ url, key }) => ({ url, key: parseVerifierKey(key) }));
const settleMs = readSettleSeconds() * 1_000;
const readSigner = buildSignerSource(evidence.signingKey);

export async function handler(
  { thorough = false, tenant: only }: SealingEvent,
  context: Context,
): Promise<SealingTotals> {
  const options = {
    signer: await readSigner(),
    witnesses: new WitnessPanel(witnesses, ({ url }, error) => recordWitnessFailure(url, error)),
    origin: evidence.origin,
    settleMs,
    isThorough: thorough,
    isOver: () => context.getRemainingTimeInMillis() < RESERVE_MS,
  };
  const totals = { tenants: 0, sealed: 0, failed: 0, unfinished: 0 };
  const recordFailure = (tenant: string, error: unknown) => {
    recordSealingFailure(tenant, error);
    totals.failed += 1;
  };
  const tenants = only === undefined ? await listSealedTenants(store) : [only];
  // In another order each time, so that one tenant with much to seal does not keep the same others waiting.
  await mapInParallel(shuffle(tenants), TENANTS_MAX, async (tenant) => {
    totals.tenants += 1;
    try {
      const result = await sealTenant({ store, bucket, tenant }, options);
      for (const { error } of result.unreadable) recordUnsealable(tenant, error);
      totals.sealed += result.sealed;
      totals.unfinished += result.isDone ? 0 : 1;
      if (result.cosigningError !== undefined) recordFailure(tenant, result.cosigningError);
    } catch (error) {
      // One tenant's failure must not keep the others from being sealed.
      recordFailure(tenant, error);
    }
  });
  recordSealing({ ...totals, isThorough: thorough });
  return totals;
}

function shuffle(tenants: readonly string[]): string[] {
  return tenants
    .map((tenant) => ({ tenant, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ tenant }) => tenant);
}
