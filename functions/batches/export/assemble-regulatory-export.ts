// Combines the slices of an export into its artifact, and signs its manifest.
import { openEvidenceBucket, openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import type { Completion } from '../../domain/batches/batches.ts';
import { readExportFormat } from '../../domain/batches/regulatory-exports.ts';
import { readLogOrigin, signManifest } from '../../evidence/sign-manifest.ts';
import { buildSignerSource } from '../../evidence/signing-key.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { objectLockEnvironment, readSigningEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import { readExportEvidence } from '../evidence/export-evidence.ts';
import type { EvidenceCoverage } from '../evidence/export-evidence.ts';
import { assembleExport } from './assemble-export.ts';
import type { ExportPeriod } from './export-input.ts';
import { keepNames, nameOperators } from '../named-operators.ts';

const bucket = openObjectLockBucket(objectLockEnvironment());
const evidence = readSigningEnvironment();
const logs = openEvidenceBucket(evidence.bucket);
const readSigner = buildSignerSource(evidence.signingKey);

type AssemblyInput = ExportPeriod & {
  readonly plan: { readonly count: number };
  /** Absent in executions that started before there was a log. */
  readonly coverage?: Pick<EvidenceCoverage, 'size' | 'coversPeriod'>;
};

export const handler = task<AssemblyInput, Completion>(
  'assembleRegulatoryExport',
  async ({ input, session }) => {
    const { tenant, coverage = { size: 0, coversPeriod: false } } = input;
    const { store } = session;
    const batch = await readBatch(session, input.batchId);
    const [origin, key] = [await readLogOrigin(store, tenant, evidence.origin), await readSigner()];
    return assembleExport({
      bucket,
      batch,
      period: input,
      format: readExportFormat(batch),
      slices: input.plan.count,
      nameOperators: async (ids) => keepNames(bucket, input, await nameOperators(session, ids)),
      evidence: await readExportEvidence({ store, bucket: logs, tenant }, coverage),
      sign: (manifest) => signManifest(manifest, origin, key),
    });
  },
);
