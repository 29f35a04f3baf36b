// Puts the slices of an export together into its artifact.
import { openVault } from '../../artifacts/object-lock-bucket.ts';
import type { Completion } from '../../domain/batches/batches.ts';
import { formatFor } from '../../domain/exports/export-formats.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { vaultEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import { assembleExport } from './assemble-export.ts';
import type { Begun } from './export-work.ts';

const vault = openVault(vaultEnvironment());

export const handler = task<Begun & { plan: { count: number } }, Completion>(
  'assembleRegulatoryExport',
  async ({ input, session }) => {
    const batch = await readBatch(session, input.batchId);
    const format = formatFor(String(batch.request['legal_basis_code']));
    return assembleExport({ vault, batch, begun: input, format, slices: input.plan.count });
  },
);
