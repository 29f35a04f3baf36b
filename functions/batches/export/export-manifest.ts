// The manifest of an export: what an auditor needs to check it without us.
import type { Written } from '../../artifacts/large-object.ts';
import type { Artifact, Batch } from '../../domain/batches/batches.ts';
import { controlTotalsView } from '../../domain/exports/control-totals.ts';
import type { ControlTotals, ControlTotalsView } from '../../domain/exports/control-totals.ts';
import type { ExportFormat } from '../../domain/exports/export-format.ts';
import type { ExportRequest } from '../../domain/batches/regulatory-exports.ts';
import { describedArtifact, manifestHead } from '../manifest.ts';
import type { DescribedArtifact, ManifestHead } from '../manifest.ts';
import type { Begun } from './export-work.ts';

export interface ExportManifest extends ManifestHead {
  readonly period: { readonly from: string; readonly to: string };
  readonly legal_basis_code: string;
  readonly retention_until: string;
  /** What was posted from then on is not in the export: the end of the period, if it was over. */
  readonly watermark: string;
  readonly format: ExportFormat['name'];
  readonly artifact: DescribedArtifact;
  /** Of the artifact, from its first byte to its last. */
  readonly parts: readonly {
    readonly number: number;
    readonly offset: number;
    readonly size_bytes: number;
    readonly sha256: string;
  }[];
  readonly control_totals: ControlTotalsView;
}

export interface Exported {
  readonly batch: Batch;
  readonly begun: Begun;
  readonly artifact: Artifact;
  readonly totals: ControlTotals;
  readonly written: Written;
  readonly format: ExportFormat;
}

export function exportManifest(exported: Exported): ExportManifest {
  const { batch, begun, artifact, totals, written, format } = exported;
  const request = batch.request as unknown as ExportRequest;
  return {
    ...manifestHead(begun.tenant, batch),
    period: { from: request.period_from, to: request.period_to },
    legal_basis_code: request.legal_basis_code,
    retention_until: request.retention_until,
    watermark: begun.before,
    format: format.name,
    artifact: describedArtifact(artifact),
    parts: written.parts.map(({ number, offset, sizeBytes, checksum }) => {
      return { number, offset, size_bytes: sizeBytes, sha256: checksum };
    }),
    control_totals: controlTotalsView(totals),
  };
}
