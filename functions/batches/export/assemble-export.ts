// Puts the slices together: one artifact in posting order, its checksum, and the manifest that tells
// an auditor what to hold it against (docs/exports.md).
import { writeLargeOnce } from '../../artifacts/large-object.ts';
import type { Written } from '../../artifacts/large-object.ts';
import { readWhole, sizeOf } from '../../artifacts/objects.ts';
import { places } from '../../artifacts/locations.ts';
import { readObject } from '../../artifacts/read-object.ts';
import type { Vault } from '../../artifacts/object-lock-bucket.ts';
import type { Artifact, Batch, Completion } from '../../domain/batches/batches.ts';
import {
  addTotals,
  controlTotalsOf,
  controlTotalsView,
  NO_TOTALS,
  unbalancedIn,
} from '../../domain/exports/control-totals.ts';
import type { ControlTotals } from '../../domain/exports/control-totals.ts';
import type { ExportFormat, ExportScope } from '../../domain/exports/export-format.ts';
import type { ExportRequest } from '../../domain/batches/regulatory-exports.ts';
import { BatchFailure } from '../batch-failure.ts';
import { accompany } from '../manifest.ts';
import { exportManifest } from './export-manifest.ts';
import { rowsFile, summaryFile } from './export-work.ts';
import type { Begun, SliceWork } from './export-work.ts';
import { numbered } from './number-entries.ts';

export interface Assembling {
  readonly vault: Vault;
  readonly batch: Batch;
  readonly begun: Begun;
  readonly format: ExportFormat;
  /** How many slices there are. */
  readonly slices: number;
}

/**
 * Writes the artifact, its `.sha256` and its manifest, each once and locked. The same input gives
 * the same files. Fails the batch when debits differ from credits.
 */
export async function assembleExport(assembling: Assembling): Promise<Completion> {
  const { vault, batch, begun, format } = assembling;
  const { tenant, batchId } = begun;
  const request = batch.request as unknown as ExportRequest;
  const works = await worksOf(assembling);
  const totals = works.map((work) => controlTotalsOf(work.totals)).reduce(addTotals, NO_TOTALS);
  refuseUnbalanced(totals);

  const scope = scopeOf(request);
  const filename = format.filename(scope);
  const key = places.artifact(tenant, batchId, filename);
  const until = new Date(`${request.retention_until}T23:59:59.000Z`);
  const { mediaType } = format;
  const pieces = contentOf(assembling, works, { totals, scope });
  const written = await writeLargeOnce(vault, { key, mediaType, until }, pieces);
  await refuseOther(vault, key, written);

  const rows = works.reduce((sum, work) => sum + work.rows, 0);
  const { checksum, sizeBytes } = written;
  const artifact: Artifact = { key, filename, mediaType, sizeBytes, checksum, rows };
  const manifest = exportManifest({ batch, begun, artifact, totals, written, format });
  await accompany(vault, { batch: begun, artifact, manifest, until });
  return {
    artifact,
    controlTotals: { ...controlTotalsView(totals) },
    counted: { processed: totals.journalEntries, rejected: 0 },
  };
}

function worksOf({ vault, begun, slices }: Assembling): Promise<SliceWork[]> {
  const indexes = Array.from({ length: slices }, (_, index) => index);
  return Promise.all(
    indexes.map(async (index) => {
      const key = summaryFile(begun, index);
      const summary = await readWhole(vault, key);
      if (!summary) throw new Error(`${key} is not there`);
      return JSON.parse(summary.toString('utf8')) as SliceWork;
    }),
  );
}

function refuseUnbalanced(totals: ControlTotals): void {
  const currencies = unbalancedIn(totals);
  if (currencies.length === 0) return;
  throw new BatchFailure(
    `The debits of the period differ from its credits in ${currencies.join(', ')}: ` +
      'the books are to be verified before anything is exported.',
  );
}

function scopeOf(request: ExportRequest): ExportScope {
  return {
    legalBasisCode: request.legal_basis_code,
    periodFrom: request.period_from,
    periodTo: request.period_to,
  };
}

async function* contentOf(
  assembling: Assembling,
  works: readonly SliceWork[],
  { totals, scope }: { totals: ControlTotals; scope: ExportScope },
): AsyncGenerator<Buffer> {
  const { format } = assembling;
  yield Buffer.from(format.prologue(totals, scope));
  const rows = rowsOf(assembling, works);
  yield* format.isNumbered ? numbered(rows) : rows;
  yield Buffer.from(format.epilogue(totals, scope));
}

async function* rowsOf(
  { vault, begun }: Assembling,
  works: readonly SliceWork[],
): AsyncGenerator<Buffer> {
  for (const [index, { files, bytes }] of works.entries()) {
    let read = 0;
    for (let file = 0; file < files; file += 1) {
      for await (const piece of readObject(vault, { key: rowsFile(begun, index, file) })) {
        read += piece.byteLength;
        yield piece;
      }
    }
    if (read !== bytes) throw new Error(`slice ${index} has ${read} bytes, not ${bytes}`);
  }
}

// An attempt before this one may have written it: then it is the same.
async function refuseOther(vault: Vault, key: string, { sizeBytes }: Written): Promise<void> {
  const found = await sizeOf(vault, key);
  if (found !== sizeBytes) throw new Error(`${key} has ${found} bytes, not ${sizeBytes}`);
}
