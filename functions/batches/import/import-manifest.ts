// The manifest of an import: what was validated, against what, and what came of it.
import type { Written } from '../../artifacts/large-object.ts';
import type { Artifact, Batch } from '../../domain/batches/batches.ts';
import { keptImport } from '../../domain/imports/legacy-imports.ts';
import type { KeptImport } from '../../domain/imports/legacy-imports.ts';
import type { Encoding } from '../../domain/imports/import-options.ts';
import { describedArtifact, manifestHead } from '../manifest.ts';
import type { DescribedArtifact, ManifestHead } from '../manifest.ts';
import type { ImportWork } from './import-work.ts';

export interface ImportManifest extends ManifestHead {
  readonly retention_until: string;
  readonly request: KeptImport;
  readonly encoding: Encoding;
  readonly artifact: DescribedArtifact;
  readonly rejections: { readonly size_bytes: number; readonly sha256: string };
  readonly control_totals: ImportTotals;
}

export interface ImportTotals {
  readonly rows: number;
  readonly accepted_rows: number;
  readonly rejected_rows: number;
  readonly rejections: number;
}

export interface Imported {
  readonly batch: Batch;
  readonly work: ImportWork;
  readonly artifact: Artifact;
  readonly rejections: Written;
  readonly until: Date;
}

export function importManifest(imported: Imported): ImportManifest {
  const { batch, work, artifact, rejections, until } = imported;
  return {
    ...manifestHead(work.tenant, batch),
    retention_until: until.toISOString(),
    request: keptImport(batch),
    encoding: work.file.encoding,
    artifact: describedArtifact(artifact),
    rejections: { size_bytes: rejections.sizeBytes, sha256: rejections.checksum },
    control_totals: totalsOf(work),
  };
}

function totalsOf({ checkpoint: { rows, rejectedRows, rejections } }: ImportWork): ImportTotals {
  return { rows, accepted_rows: rows - rejectedRows, rejected_rows: rejectedRows, rejections };
}
