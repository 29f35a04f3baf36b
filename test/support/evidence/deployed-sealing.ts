import { setTimeout as sleep } from 'node:timers/promises';
import { TILE_WIDTH } from '../../../functions/domain/evidence/tiles.ts';
import { buildCreditBody } from '../../../tools/samples/request-bodies.ts';
import type { OperationCaller } from '../stack/ledger.ts';
import type { TestStack } from '../stack/stack.ts';
import type { ScenarioRecords } from '../scenarios/scenario-records.ts';
import { putReceipts } from '../receipts/test-receipts.ts';

/** Longer than the settle time of the stage, and than the stream takes. */
export const SETTLED_MS = 1_500;

interface SealingScenario {
  readonly stack: Pick<TestStack, 'local'>;
  readonly tenant: string;
  readonly caller: OperationCaller;
  readonly records: ScenarioRecords;
}

/**
 * A posting, whose journal entry is sealed with its receipt. A thorough run searches all that came late. It fills the
 * tile, of which the first run has written a part.
 */
export async function runSealing({ stack, tenant, caller, records }: SealingScenario) {
  const body = buildCreditBody(records.account, '1.00');
  for (const thorough of [false, true]) {
    await caller.call('postJournalEntry', { body });
    if (thorough) await putReceipts(stack, tenant, { count: TILE_WIDTH });
    await sleep(SETTLED_MS);
    await stack.local.functions.invoke('test-seal-receipts', { thorough });
  }
}

/** Asks for the proof of an entry before it is sealed, as other scenarios seal at any time. */
export async function proveUnsealed({
  caller: { call },
  records,
}: Pick<SealingScenario, 'caller' | 'records'>): Promise<void> {
  const body = buildCreditBody(records.account, '1.00');
  let status: number;
  do {
    const { body: posted } = await call('postJournalEntry', { body });
    ({ status } = await call('getEvidenceProof', { path: { id: posted.id } }));
  } while (status === 200);
}
