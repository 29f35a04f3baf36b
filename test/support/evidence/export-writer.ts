// Writes the CSV of an export with its manifest, as an auditor receives them.
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ExportManifest } from '../../../functions/batches/export/export-manifest.ts';
import { buildManifestText } from '../../../functions/domain/exports/manifest-signature.ts';
import {
  RunningTotals,
  toControlTotalsView,
} from '../../../functions/domain/exports/control-totals.ts';
import { csvFormat } from '../../../functions/domain/exports/csv-format.ts';
import type { ExportedEntry } from '../../../functions/domain/exports/export-format.ts';
import type { LogSigner } from './log-signer.ts';

export interface ExportPlan {
  readonly tenant: string;
  /** Days, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly signer?: LogSigner;
  /** The signed note of a checkpoint. */
  readonly checkpoint?: string;
}

const SCOPE = { legalBasisCode: 'BANKING-ACT-24', encoding: 'UTF-8' } as const;

/** Writes the entries posted in the period, and returns the path of the file. */
export function writeExport(
  folder: string,
  journal: readonly ExportedEntry[],
  plan: ExportPlan,
): string {
  const before = new Date(Date.parse(plan.to) + 86_400_000).toISOString();
  const entries = journal.filter(
    ({ entry }) => entry.postedAt >= plan.from && entry.postedAt < before,
  );
  const scope = { ...SCOPE, periodFrom: plan.from, periodTo: plan.to };
  const totals = new RunningTotals({
    journalEntries: 0,
    generalLedger: new Map(),
    postings: new Map(),
  });
  for (const { entry } of entries) totals.add(entry);
  const rows = entries.flatMap((one) => csvFormat.entry(one, scope));
  const text = [csvFormat.prologue(totals.now, scope), ...rows].join('');
  const filename = csvFormat.filename(scope);
  const manifest = {
    ...buildHead(plan),
    watermark: before,
    ...describeFile(filename, text, rows.length),
    control_totals: toControlTotalsView(totals.now),
    operators: [],
  };
  const file = join(folder, filename);
  writeFileSync(file, text);
  writeManifest(`${file}.manifest.json`, manifest, plan.signer);
  return file;
}

function buildHead({ tenant, from, to, checkpoint, signer }: ExportPlan) {
  return {
    manifest_version: 2,
    tenant_id: tenant,
    batch_id: 'bat_0197a2b4-0000-7000-8000-000000000001',
    requested_by: 'op_0197a2b4-0000-4000-8000-000000000002',
    requested_at: '2027-03-01T09:00:00.000Z',
    correlation_id: 'flow-export',
    period: { from, to },
    legal_basis_code: SCOPE.legalBasisCode,
    retention_until: '2036-12-31',
    format: 'csv',
    encoding: SCOPE.encoding,
    ...(checkpoint !== undefined &&
      signer && { evidence: { origin: signer.key.name, checkpoint, covers_period: true } }),
  } as const;
}

function describeFile(filename: string, text: string, rows: number) {
  const sha256 = hash('sha256', text, 'hex');
  const size = Buffer.byteLength(text);
  const checksum = { algorithm: 'SHA-256', value: sha256 } as const;
  return {
    artifact: { filename, media_type: 'text/csv', size_bytes: size, checksum, rows },
    parts: [{ number: 1, offset: 0, size_bytes: size, sha256 }],
  };
}

/** Writes a manifest, signed if there is a signer. */
export function writeManifest(file: string, manifest: ExportManifest, signer?: LogSigner): void {
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
  writeFileSync(file, bytes);
  if (!signer) return;
  writeFileSync(`${file}.sig`, signer.signNote(buildManifestText(signer.key.name, bytes)));
}

/** Changes the manifest of an export, signed again if there is a signer. */
export function changeManifest(
  file: string,
  members: Partial<ExportManifest>,
  signer?: LogSigner,
): void {
  const path = `${file}.manifest.json`;
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as ExportManifest;
  writeManifest(path, { ...manifest, ...members }, signer);
}

/** Changes the file of an export with the checksums in its manifest, as a forger without the key does. */
export function forgeExport(file: string, change: (text: string) => string): void {
  const text = change(readFileSync(file, 'utf8'));
  const rows = text.match(/,(?:LEDGER_LINE|ACCOUNT_POSTING),/g)?.length ?? 0;
  writeFileSync(file, text);
  changeManifest(file, describeFile(basename(file), text, rows));
}
