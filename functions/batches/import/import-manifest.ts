// The manifest of an import: the file that was validated, the schema and options, and the result.
import type { WrittenObject } from '../../artifacts/multipart-upload.ts';
import type { Artifact, Batch } from '../../domain/batches/batches.ts';
import { readImportRequest } from '../../domain/imports/legacy-imports.ts';
import type { StoredImportRequest } from '../../domain/imports/legacy-imports.ts';
import type { TextEncodingName } from '../../domain/imports/import-options.ts';
import { describeArtifact, buildManifestHead } from '../manifest.ts';
import type { ArtifactDescription, ManifestHead } from '../manifest.ts';
import type { ImportWork } from './import-work.ts';

export interface ImportManifest extends ManifestHead<1> {
  readonly retention_until: string;
  readonly request: StoredImportRequest;
  readonly encoding: TextEncodingName;
  readonly artifact: ArtifactDescription;
  readonly rejections: { readonly size_bytes: number; readonly sha256: string };
  readonly control_totals: ImportTotals;
}

export interface ImportTotals {
  readonly rows: number;
  readonly accepted_rows: number;
  readonly rejected_rows: number;
  readonly rejections: number;
}

export interface ImportResult {
  readonly batch: Batch;
  readonly work: ImportWork;
  readonly artifact: Artifact;
  readonly rejections: WrittenObject;
  readonly until: Date;
}

export function buildImportManifest(imported: ImportResult): ImportManifest {
  const { batch, work, artifact, rejections, until } = imported;
  return {
    ...buildManifestHead(1, work.tenant, batch),
    retention_until: until.toISOString(),
    request: readImportRequest(batch),
    encoding: work.file.encoding,
    artifact: describeArtifact(artifact),
    rejections: { size_bytes: rejections.sizeBytes, sha256: rejections.checksum },
    control_totals: buildImportTotals(work),
  };
}

function buildImportTotals({
  checkpoint: { rows, rejectedRows, rejections },
}: ImportWork): ImportTotals {
  return { rows, accepted_rows: rows - rejectedRows, rejected_rows: rejectedRows, rejections };
}
