// Combines the slices into one artifact in posting order, with its checksum and the manifest that an
// auditor checks it against (docs/exports.md).
import { writeLargeOnce } from '../../artifacts/multipart-upload.ts';
import type { WrittenObject } from '../../artifacts/multipart-upload.ts';
import { readWholeObject, readObjectSize } from '../../artifacts/objects.ts';
import { objectKeys } from '../../artifacts/locations.ts';
import { readObject } from '../../artifacts/read-object.ts';
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import type { Artifact, Batch, Completion } from '../../domain/batches/batches.ts';
import {
  addControlTotals,
  toControlTotalsView,
  ZERO_TOTALS,
  listUnbalancedCurrencies,
} from '../../domain/exports/control-totals.ts';
import type { ControlTotals } from '../../domain/exports/control-totals.ts';
import type { ExportFormat } from '../../domain/exports/export-format.ts';
import type { ExportScope } from '../../domain/exports/export-scope.ts';
import type { OpeningEntry } from '../../domain/exports/fiscal-year.ts';
import type { ManifestEvidence } from '../../domain/exports/manifest-signature.ts';
import { readExportScope } from '../../domain/batches/regulatory-exports.ts';
import type { ExportRequest } from '../../domain/batches/regulatory-exports.ts';
import { BatchFailure } from '../batch-failure.ts';
import { nameAccounts } from '../account-names.ts';
import { writeArtifactCompanions } from '../manifest.ts';
import { refuseEndedRetention } from '../retention.ts';
import { buildExportManifest } from './export-manifest.ts';
import { readSliceTotals, rowsFileKey, summaryFileKey } from './export-input.ts';
import type { ExportPeriod, SliceWork } from './export-input.ts';
import { describeExport, encodeText, formatMediaType } from './export-text.ts';
import { openYear, totalOpening } from './fiscal-year-opening.ts';
import type { NamedOperator } from '../named-operators.ts';
import { numberEntries } from './number-entries.ts';

export interface ExportAssembly {
  readonly bucket: ObjectLockBucket;
  readonly batch: Batch;
  readonly period: ExportPeriod;
  readonly format: ExportFormat;
  /** The number of slices. */
  readonly slices: number;
  /** Finds the names of operators and services by their ids. */
  readonly nameOperators: (ids: readonly string[]) => Promise<NamedOperator[]>;
  /** What the manifest says of the evidence log. */
  readonly evidence?: ManifestEvidence | undefined;
  /** Signs the manifest. */
  readonly sign?: (manifest: Buffer) => Promise<string>;
}

/**
 * Writes the artifact, its `.sha256`, its manifest and the signature of that, each once and locked. The same input produces
 * the same files. Throws BatchFailure when the retention is over, or debits differ from credits.
 */
export async function assembleExport(assembling: ExportAssembly): Promise<Completion> {
  const { bucket, batch, period, format, evidence, sign } = assembling;
  const { tenant, batchId } = period;
  const request = batch.request as unknown as ExportRequest;
  const until = new Date(`${request.retention_until}T23:59:59.000Z`);
  refuseEndedRetention(until);
  const works = await readSliceWorks(assembling);
  const scope = await nameAccounts(bucket, period, { format, scope: readExportScope(request) });
  const opening = await openYear(assembling, works, scope);
  const entryTotals = works.map(readSliceTotals).reduce(addControlTotals, ZERO_TOTALS);
  const totals = addControlTotals(entryTotals, totalOpening(opening));
  refuseUnbalancedTotals(totals);

  const filename = format.filename(scope);
  const key = objectKeys.artifact(tenant, batchId, filename);
  const file = { key, filename, mediaType: formatMediaType(format, scope) };
  const pieces = buildExportContent(assembling, works, { totals, scope, opening });
  const written = await writeLargeOnce(bucket, { ...file, until }, pieces);
  await refuseDifferentObject(bucket, key, written);

  const rows = works.reduce((sum, work) => sum + work.rows, opening?.rows.length ?? 0);
  const { checksum, sizeBytes } = written;
  const artifact: Artifact = {
    ...file,
    sizeBytes,
    checksum,
    rows,
    ...(sign && { isSigned: true }),
  };
  const description = describeExport(format, scope);
  const manifest = buildExportManifest({
    batch,
    period,
    artifact,
    totals,
    written,
    format,
    description,
    operators: await assembling.nameOperators(listOperators(batch, works)),
    hasMoreOperators: works.some(({ hasMoreOperators = false }) => hasMoreOperators),
    evidence,
  });
  const companions = { batch: period, artifact, manifest, until, description, sign };
  await writeArtifactCompanions(bucket, companions);
  return {
    artifact,
    controlTotals: { ...toControlTotalsView(totals) },
    counted: { processed: entryTotals.journalEntries, rejected: 0 },
  };
}

function listOperators({ requestedBy }: Batch, works: readonly SliceWork[]): string[] {
  const posters = works.flatMap(({ operators = [] }) => operators);
  return [...new Set([requestedBy, ...posters])].toSorted();
}

function readSliceWorks({ bucket, period, slices }: ExportAssembly): Promise<SliceWork[]> {
  const indexes = Array.from({ length: slices }, (_, index) => index);
  return Promise.all(
    indexes.map(async (index) => {
      const key = summaryFileKey(period, index);
      const summary = await readWholeObject(bucket, key);
      if (!summary) throw new Error(`${key} does not exist`);
      return JSON.parse(summary.toString('utf8')) as SliceWork;
    }),
  );
}

function refuseUnbalancedTotals(totals: ControlTotals): void {
  const currencies = listUnbalancedCurrencies(totals);
  if (currencies.length === 0) return;
  throw new BatchFailure(
    `The debits of the period differ from its credits in ${currencies.join(', ')}: ` +
      'verify the ledger before any export.',
  );
}

async function* buildExportContent(
  assembling: ExportAssembly,
  works: readonly SliceWork[],
  { totals, scope, opening }: ExportFrame,
): AsyncGenerator<Buffer> {
  const { format } = assembling;
  const encode = (text: string) => encodeText(text, scope.encoding);
  yield encode(format.prologue(totals, scope));
  const rows = readExportRows(assembling, works, encode(opening?.rows.join('') ?? ''));
  yield* format.isNumbered ? numberEntries(rows) : rows;
  yield encode(format.epilogue(totals, scope));
}

/** What the file says around the rows of the slices. */
interface ExportFrame {
  readonly totals: ControlTotals;
  readonly scope: ExportScope;
  readonly opening: OpeningEntry | undefined;
}

async function* readExportRows(
  { bucket, period }: ExportAssembly,
  works: readonly SliceWork[],
  opening: Buffer,
): AsyncGenerator<Buffer> {
  yield opening;
  for (const [index, { files, bytes }] of works.entries()) {
    let read = 0;
    for (let file = 0; file < files; file += 1) {
      for await (const piece of readObject(bucket, { key: rowsFileKey(period, index, file) })) {
        read += piece.byteLength;
        yield piece;
      }
    }
    if (read !== bytes) throw new Error(`slice ${index} has ${read} bytes, not ${bytes}`);
  }
}

// An earlier attempt may have written the object; it must then be the same.
async function refuseDifferentObject(
  bucket: ObjectLockBucket,
  key: string,
  { sizeBytes }: WrittenObject,
): Promise<void> {
  const found = await readObjectSize(bucket, key);
  if (found !== sizeBytes) throw new Error(`${key} has ${found} bytes, not ${sizeBytes}`);
}
