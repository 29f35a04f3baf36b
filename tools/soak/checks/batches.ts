// Checks that every batch has ended, that each artifact has the checksum in its receipt, and that an export of
// the whole period contains each journal entry once.
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatAmount } from '../amounts.ts';
import { deriveExpectedRecords } from '../expected-records.ts';
import type { BalanceMovement } from '../expected-records.ts';
import type { AnswerBody } from '../intended-request.ts';
import type { Observations } from '../observations.ts';
import { planFullExport } from '../plans/full-export-plan.ts';
import { requireAnswer, compareIds, checkInParallel } from './check.ts';
import type { SoakCheck, SoakState } from './check.ts';

/** A long soak leaves many exports at once. */
const TIMEOUT_MS = 600_000;
const PAUSE_MS = 100;
const ENDED = new Set(['COMPLETED', 'FAILED']);

export const checkBatches: SoakCheck = async (state) => {
  let failed = 0;
  let count = 0;
  const all = await Promise.all(
    state.observations.map(async (observations) => {
      const ids = [...deriveExpectedRecords(observations).batches];
      const findings = await checkInParallel(ids, async (id) => {
        const batch = await waitForBatch(state, observations.tenant, id);
        if (batch.status === 'FAILED') failed += 1;
        return findArtifactFaults(state, observations.tenant, batch);
      });
      count += ids.length;
      return [...findings.flat(), ...(await checkFinalExport(state, observations))];
    }),
  );
  const subject = `${count} batches ended, ${failed} of them FAILED in a disturbance`;
  return { subject, findings: all.flat() };
};

async function waitForBatch(
  state: SoakState,
  tenant: string,
  batchId: string,
): Promise<AnswerBody> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { body } = await requireAnswer(state, tenant, 'getLegacyBatch', { path: { batchId } });
    if (ENDED.has(body.status) || performance.now() > deadline) return body;
    await sleep(PAUSE_MS);
  }
}

async function findArtifactFaults(
  state: SoakState,
  tenant: string,
  batch: AnswerBody,
): Promise<string[]> {
  const { batchId, status, artifact, failure_reason: reason } = batch;
  if (status === 'FAILED') return reason ? [] : [`${tenant}: ${batchId} FAILED without a reason`];
  if (status !== 'COMPLETED') return [`${tenant}: ${batchId} is still ${status}`];
  const { text } = await requireAnswer(state, tenant, 'getLegacyBatchArtifact', {
    path: { batchId },
  });
  const isIntact = hash('sha256', text, 'hex') === artifact.checksum.value;
  return isIntact ? [] : [`${tenant}: the artifact of ${batchId} does not match its checksum`];
}

async function checkFinalExport(state: SoakState, observations: Observations): Promise<string[]> {
  const { tenant } = observations;
  const { operation, body } = planFullExport();
  const { batchId } = (await requireAnswer(state, tenant, operation, { body })).body;
  const batch = await waitForBatch(state, tenant, batchId);
  if (batch.status !== 'COMPLETED') {
    return [`${tenant}: the last export is ${batch.status}: ${batch.failure_reason}`];
  }
  const { text } = await requireAnswer(state, tenant, 'getLegacyBatchArtifact', {
    path: { batchId },
  });
  const found = new Set(text.match(/\bjrn_[0-9a-f-]{36}\b/g));
  const expected = deriveExpectedRecords(observations).entries;
  const { journal_entries: count, postings } = batch.control_totals;
  return [
    ...(await findArtifactFaults(state, tenant, batch)),
    ...compareIds(`${tenant}: export of`, new Set(expected.keys()), [...found]),
    ...(count === expected.size ? [] : [`${tenant}: ${count} entries exported`]),
    ...findPostingFaults(postings, [...expected.values()].flat()).map(
      (fault) => `${tenant}: ${fault}`,
    ),
  ];
}

/** Compares the control totals of the postings with the movements that were acknowledged. */
function findPostingFaults(
  { total_debits, total_credits }: AnswerBody,
  movements: readonly BalanceMovement[],
): string[] {
  const amounts = movements.map(({ amount }) => amount);
  const sum = (parts: readonly bigint[]) => formatAmount(parts.reduce((a, b) => a + b, 0n));
  const credits = sum(amounts.filter((amount) => amount > 0n));
  const debits = sum(amounts.filter((amount) => amount < 0n).map((amount) => -amount));
  return credits === total_credits && debits === total_debits
    ? []
    : [`postings of ${debits} and ${credits} exported as ${total_debits} and ${total_credits}`];
}
