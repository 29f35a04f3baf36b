// No batch is forgotten, what one has made is what its receipt says, and an export of everything has
// each journal entry in it once.
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deriveExpectedRecords } from '../expected-records.ts';
import type { AnswerBody } from '../intended-request.ts';
import type { Observations } from '../faults/observations.ts';
import { planFullExport } from '../full-export-plan.ts';
import { requireAnswer, compareIds, mapInParallel } from './check.ts';
import type { SoakCheck, SoakState } from './check.ts';

const TIMEOUT_MS = 120_000;
const PAUSE_MS = 100;
const ENDED = new Set(['COMPLETED', 'FAILED']);

export const checkBatches: SoakCheck = async (scene) => {
  let failed = 0;
  let count = 0;
  const all = await Promise.all(
    scene.observations.map(async (observations) => {
      const ids = [...deriveExpectedRecords(observations).batches];
      const findings = await mapInParallel(ids, async (id) => {
        const batch = await waitForBatch(scene, observations.tenant, id);
        if (batch.status === 'FAILED') failed += 1;
        return findArtifactFaults(scene, observations.tenant, batch);
      });
      count += ids.length;
      return [...findings.flat(), ...(await checkFinalExport(scene, observations))];
    }),
  );
  const what = `${count} batches ended, ${failed} of them FAILED in a disturbance`;
  return { subject: what, findings: all.flat() };
};

async function waitForBatch(
  scene: SoakState,
  tenant: string,
  batchId: string,
): Promise<AnswerBody> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { body } = await requireAnswer(scene, tenant, 'getLegacyBatch', { path: { batchId } });
    if (ENDED.has(body.status) || performance.now() > until) return body;
    await sleep(PAUSE_MS);
  }
}

async function findArtifactFaults(
  scene: SoakState,
  tenant: string,
  batch: AnswerBody,
): Promise<string[]> {
  const { batchId, status, artifact, failure_reason: reason } = batch;
  if (status === 'FAILED') return reason ? [] : [`${tenant}: ${batchId} FAILED without a reason`];
  if (status !== 'COMPLETED') return [`${tenant}: ${batchId} stays ${status}`];
  const { text } = await requireAnswer(scene, tenant, 'getLegacyBatchArtifact', {
    path: { batchId },
  });
  const isWhole = hash('sha256', text, 'hex') === artifact.checksum.value;
  return isWhole ? [] : [`${tenant}: the artifact of ${batchId} is not what its checksum says`];
}

async function checkFinalExport(scene: SoakState, observations: Observations): Promise<string[]> {
  const { tenant } = observations;
  const { operation, body } = planFullExport();
  const { batchId } = (await requireAnswer(scene, tenant, operation, { body })).body;
  const batch = await waitForBatch(scene, tenant, batchId);
  if (batch.status !== 'COMPLETED') {
    return [`${tenant}: the last export is ${batch.status}: ${batch.failure_reason}`];
  }
  const { text } = await requireAnswer(scene, tenant, 'getLegacyBatchArtifact', {
    path: { batchId },
  });
  const found = new Set(text.match(/\bjrn_[0-9a-f-]{36}\b/g));
  const expected = deriveExpectedRecords(observations).entries;
  const { journal_entries: count } = batch.control_totals;
  return [
    ...(await findArtifactFaults(scene, tenant, batch)),
    ...compareIds(`${tenant}: export of`, new Set(expected.keys()), [...found]),
    ...(count === expected.size ? [] : [`${tenant}: ${count} entries exported`]),
  ];
}
