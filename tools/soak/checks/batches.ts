// No batch is forgotten, what one has made is what its receipt says, and an export of everything has
// each journal entry in it once.
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectedBooks } from '../expected-records.ts';
import type { Body } from '../intent.ts';
import type { Memory } from '../faults/memory.ts';
import { exportOfAll } from '../export-of-all.ts';
import { ask, differences, each } from './check.ts';
import type { Check, Scene } from './check.ts';

const PATIENCE_MS = 120_000;
const PAUSE_MS = 100;
const ENDED = new Set(['COMPLETED', 'FAILED']);

export const batches: Check = async (scene) => {
  let failed = 0;
  let count = 0;
  const all = await Promise.all(
    scene.memories.map(async (memory) => {
      const ids = [...expectedBooks(memory).batches];
      const findings = await each(ids, async (id) => {
        const batch = await ended(scene, memory.tenant, id);
        if (batch.status === 'FAILED') failed += 1;
        return artifactFaults(scene, memory.tenant, batch);
      });
      count += ids.length;
      return [...findings.flat(), ...(await finalExport(scene, memory))];
    }),
  );
  const what = `${count} batches ended, ${failed} of them FAILED in a disturbance`;
  return { what, findings: all.flat() };
};

async function ended(scene: Scene, tenant: string, batchId: string): Promise<Body> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const { body } = await ask(scene, tenant, 'getLegacyBatch', { path: { batchId } });
    if (ENDED.has(body.status) || performance.now() > until) return body;
    await sleep(PAUSE_MS);
  }
}

async function artifactFaults(scene: Scene, tenant: string, batch: Body): Promise<string[]> {
  const { batchId, status, artifact, failure_reason: reason } = batch;
  if (status === 'FAILED') return reason ? [] : [`${tenant}: ${batchId} FAILED without a reason`];
  if (status !== 'COMPLETED') return [`${tenant}: ${batchId} stays ${status}`];
  const { text } = await ask(scene, tenant, 'getLegacyBatchArtifact', { path: { batchId } });
  const isWhole = hash('sha256', text, 'hex') === artifact.checksum.value;
  return isWhole ? [] : [`${tenant}: the artifact of ${batchId} is not what its checksum says`];
}

async function finalExport(scene: Scene, memory: Memory): Promise<string[]> {
  const { tenant } = memory;
  const { operation, body } = exportOfAll();
  const { batchId } = (await ask(scene, tenant, operation, { body })).body;
  const batch = await ended(scene, tenant, batchId);
  if (batch.status !== 'COMPLETED') {
    return [`${tenant}: the last export is ${batch.status}: ${batch.failure_reason}`];
  }
  const { text } = await ask(scene, tenant, 'getLegacyBatchArtifact', { path: { batchId } });
  const found = new Set(text.match(/\bjrn_[0-9a-f-]{36}\b/g));
  const expected = expectedBooks(memory).entries;
  const { journal_entries: count } = batch.control_totals;
  return [
    ...(await artifactFaults(scene, tenant, batch)),
    ...differences(`${tenant}: export of`, new Set(expected.keys()), [...found]),
    ...(count === expected.size ? [] : [`${tenant}: ${count} entries exported`]),
  ];
}
