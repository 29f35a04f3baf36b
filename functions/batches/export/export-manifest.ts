// The manifest of an export: all that an auditor needs to check the artifact independently.
import type { WrittenObject } from '../../artifacts/multipart-upload.ts';
import type { Artifact, Batch } from '../../domain/batches/batches.ts';
import { toControlTotalsView } from '../../domain/exports/control-totals.ts';
import type {
  ControlTotals,
  ControlTotalsView,
  EarlierTotalsView,
} from '../../domain/exports/control-totals.ts';
import { DEFAULT_ENCODING } from '../../domain/exports/export-encoding.ts';
import type { ExportEncoding } from '../../domain/exports/export-encoding.ts';
import type { ExportFormat } from '../../domain/exports/export-format.ts';
import type { ManifestEvidence } from '../../domain/exports/manifest-signature.ts';
import type { ExportRequest } from '../../domain/batches/regulatory-exports.ts';
import { describeArtifact, buildManifestHead } from '../manifest.ts';
import type { ArtifactDescription, ManifestHead } from '../manifest.ts';
import type { DescriptionFile } from './export-text.ts';
import type { ExportPeriod } from './export-input.ts';
import type { NamedOperator } from '../named-operators.ts';

export interface ExportManifest extends ManifestHead<1 | 2> {
  readonly period: { readonly from: string; readonly to: string };
  readonly legal_basis_code: string;
  readonly retention_until: string;
  /**
   * The export contains no entries posted from this time on: the end of the period, or earlier if the
   * period was not over.
   */
  readonly watermark: string;
  readonly format: ExportFormat['name'];
  /** Why the export is in this format. Absent before version 2. */
  readonly format_reason?: string;
  /** Absent before there was a choice: UTF-8. */
  readonly encoding?: ExportEncoding;
  readonly artifact: ArtifactDescription;
  /** The parts of the artifact, from its first byte to its last. */
  readonly parts: readonly {
    readonly number: number;
    readonly offset: number;
    readonly size_bytes: number;
    readonly sha256: string;
  }[];
  /** With the totals of both sides since version 2. */
  readonly control_totals: ControlTotalsView | EarlierTotalsView;
  /** Who the ids in the artifact and in this manifest stand for; absent before manifests named them. */
  readonly operators?: readonly NamedOperator[];
  /** True where the artifact has ids that are not among them; otherwise absent. */
  readonly operators_incomplete?: boolean;
  /** The checkpoint of the evidence log; absent before there was a log, and while it has no checkpoint. */
  readonly evidence?: ManifestEvidence;
  /** The description beside the artifact, where the format has one; in UTF-8. */
  readonly description?: {
    readonly filename: string;
    readonly size_bytes: number;
    readonly checksum: ArtifactDescription['checksum'];
  };
}

export interface ExportResult {
  readonly batch: Batch;
  readonly period: ExportPeriod;
  readonly artifact: Artifact;
  readonly totals: ControlTotals;
  readonly written: WrittenObject;
  readonly format: ExportFormat;
  readonly description: DescriptionFile | undefined;
  readonly operators: readonly NamedOperator[];
  readonly hasMoreOperators: boolean;
  readonly evidence: ManifestEvidence | undefined;
}

export function buildExportManifest(exported: ExportResult): ExportManifest {
  const { batch, period, artifact, totals, written, format, description, evidence } = exported;
  const request = batch.request as unknown as ExportRequest;
  return {
    ...buildManifestHead(2, period.tenant, batch),
    period: { from: request.period_from, to: request.period_to },
    legal_basis_code: request.legal_basis_code,
    retention_until: request.retention_until,
    watermark: period.before,
    format: format.name,
    ...(batch.formatReason !== undefined && { format_reason: batch.formatReason }),
    encoding: request.encoding ?? DEFAULT_ENCODING,
    artifact: describeArtifact(artifact),
    parts: written.parts.map(({ number, offset, sizeBytes, checksum }) => {
      return { number, offset, size_bytes: sizeBytes, sha256: checksum };
    }),
    control_totals: toControlTotalsView(totals),
    operators: exported.operators,
    ...(exported.hasMoreOperators && { operators_incomplete: true }),
    ...(evidence && { evidence }),
    ...(description && {
      description: {
        filename: description.filename,
        size_bytes: description.body.byteLength,
        checksum: { algorithm: 'SHA-256', value: description.checksum },
      },
    }),
  };
}
