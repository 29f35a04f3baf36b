// What comes before the rows of a fiscal year: the balances brought forward, if the year can be stated.
import { readWholeObject } from '../../artifacts/objects.ts';
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { RunningTotals, ZERO_TOTALS } from '../../domain/exports/control-totals.ts';
import type { ControlTotals } from '../../domain/exports/control-totals.ts';
import type { ExportFormat } from '../../domain/exports/export-format.ts';
import type { ExportScope } from '../../domain/exports/export-scope.ts';
import { formatObstacles, openFiscalYear } from '../../domain/exports/fiscal-year.ts';
import type { FiscalYearFindings, OpeningEntry } from '../../domain/exports/fiscal-year.ts';
import { readCurrency } from '../../domain/values/money.ts';
import { BatchFailure } from '../batch-failure.ts';
import { findingsFileKey } from './export-input.ts';
import type { ExportPeriod, SliceWork } from './export-input.ts';

interface SlicedExport {
  readonly bucket: ObjectLockBucket;
  readonly period: ExportPeriod;
  readonly format: ExportFormat;
}

/**
 * Returns the entry that brings balances forward, if there are any. Throws BatchFailure when entries or
 * account codes cannot be stated, with their names.
 */
export async function openYear(
  exported: SlicedExport,
  works: readonly SliceWork[],
  scope: ExportScope,
): Promise<OpeningEntry | undefined> {
  const { fiscalYear } = exported.format;
  if (!fiscalYear) return undefined;
  const findings = await readFindings(exported, works);
  const { opening, obstacles } = openFiscalYear(findings, fiscalYear, scope);
  if (obstacles.length > 0) throw new BatchFailure(formatObstacles(obstacles));
  return opening;
}

async function readFindings(
  exported: SlicedExport,
  works: readonly SliceWork[],
): Promise<FiscalYearFindings[]> {
  const slices = works.map((work, index) => readSliceFindings(exported, work, index));
  return (await Promise.all(slices)).flat();
}

// Where a worker was called again while its first call still ran, that call may have replaced what the other found.
async function readSliceFindings(
  { bucket, period }: SlicedExport,
  { findings: files = 0, found }: SliceWork,
  slice: number,
): Promise<FiscalYearFindings[]> {
  const keys = Array.from({ length: files }, (_, file) => findingsFileKey(period, slice, file));
  const findings = await Promise.all(keys.map((key) => readFindingsFile(bucket, key)));
  const read = findings.reduce((sum, { entries = 0 }) => sum + entries, 0);
  if (found !== undefined && read !== found) {
    throw new Error(`slice ${slice} has findings of ${read} entries, not ${found}`);
  }
  return findings;
}

async function readFindingsFile(
  bucket: ObjectLockBucket,
  key: string,
): Promise<FiscalYearFindings> {
  const file = await readWholeObject(bucket, key);
  if (!file) throw new Error(`${key} does not exist`);
  return JSON.parse(file.toString('utf8')) as FiscalYearFindings;
}

/** Returns the control totals of the opening entry, which stands in the file like any other. */
export function totalOpening(opening: OpeningEntry | undefined): ControlTotals {
  const totals = new RunningTotals(ZERO_TOTALS);
  const [line] = opening?.ledgerLines ?? [];
  if (opening && line) {
    const currency = readCurrency(line.amount);
    totals.add({ currency, ledgerLines: opening.ledgerLines, postings: [] });
  }
  return totals.now;
}
