import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openCheckpoint } from '../../../functions/domain/evidence/signed-checkpoint.ts';
import { parseVerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import { sealLog } from '../../support/evidence/seal-log.ts';
import { LOG_HOST, startExports } from '../../support/fixtures/batches/exports.ts';
import type { TestExports } from '../../support/fixtures/batches/exports.ts';
import { openAccount } from '../../support/stack/ledger.ts';

let ledger: TestExports;
beforeAll(async () => {
  ledger = await startExports();
});
afterAll(() => ledger.stop());

test('answers the verifier key of the tenant, with which its checkpoints verify', async () => {
  for (const tenant of ['acme', 'other']) {
    await openAccount(ledger, { tenant });
    await sealLog(tenant);
    const { text } = await ledger.call('getEvidenceKey', { tenant });
    const key = parseVerifierKey(text.replace(/\n$/, ''));
    const checkpoint = await ledger.call('getEvidenceCheckpoint', { tenant });

    expect(key.name).toBe(`${LOG_HOST}/${tenant}`);
    expect(openCheckpoint(checkpoint.text, { logKeys: [key] }).checkpoint.size).toBe(1);
  }
});

test('there is no key before the first checkpoint', async () => {
  const refused = await ledger.call('getEvidenceKey', { tenant: 'silent' });

  expect(refused.body).toMatchObject({ statusCode: 404, code: 'evidence_not_sealed' });
});
