// What the manifests of exports and imports share. They are stored beside the artifact, with a checksum
// file that `sha256sum -c` reads.
import { objectKeys } from '../artifacts/locations.ts';
import { writeLogObject } from '../artifacts/log-objects.ts';
import { writeOnce } from '../artifacts/objects.ts';
import type { ObjectLockBucket } from '../artifacts/object-lock-bucket.ts';
import { NOTE_MEDIA_TYPE } from '../domain/evidence/signed-note.ts';
import type { Artifact, Batch } from '../domain/batches/batches.ts';
import type { BatchInput } from '../runtime/task.ts';

const DESCRIPTION_MEDIA_TYPE = 'text/plain; charset=UTF-8';

/** The first members of every manifest: its version, the tenant, and who requested the batch and when. */
export interface ManifestHead<Version extends number = number> {
  readonly manifest_version: Version;
  readonly tenant_id: string;
  readonly batch_id: string;
  readonly requested_by: string;
  readonly requested_at: string;
  readonly correlation_id: string;
}

export function buildManifestHead<const Version extends number>(
  version: Version,
  tenant: string,
  batch: Batch,
): ManifestHead<Version> {
  return {
    manifest_version: version,
    tenant_id: tenant,
    batch_id: batch.id,
    requested_by: batch.requestedBy,
    requested_at: batch.createdAt,
    correlation_id: batch.correlationId,
  };
}

/** The description of the artifact in a manifest. */
export interface ArtifactDescription {
  readonly filename: string;
  readonly media_type: string;
  readonly size_bytes: number;
  readonly checksum: { readonly algorithm: 'SHA-256'; readonly value: string };
  readonly rows: number;
}

export function describeArtifact(artifact: Artifact): ArtifactDescription {
  return {
    filename: artifact.filename,
    media_type: artifact.mediaType,
    size_bytes: artifact.sizeBytes,
    checksum: { algorithm: 'SHA-256', value: artifact.checksum },
    rows: artifact.rows,
  };
}

export interface ArtifactCompanions {
  readonly batch: BatchInput;
  readonly artifact: Artifact;
  readonly manifest: ManifestHead;
  /** The end of their retention, the same as the artifact's. */
  readonly until: Date;
  /** The description that a law requires beside the artifact. */
  readonly description?: { readonly body: Buffer } | undefined;
  /** Signs the manifest; absent for manifests without a signature. */
  readonly sign?: ((manifest: Buffer) => Promise<string>) | undefined;
}

/** Writes the `.sha256` of an artifact, its description, its manifest and the signature, each once and locked. */
export async function writeArtifactCompanions(
  bucket: ObjectLockBucket,
  { batch, artifact, manifest, until, description, sign }: ArtifactCompanions,
): Promise<void> {
  const { key, checksum, filename } = artifact;
  await writeOnce(bucket, {
    key: `${key}.sha256`,
    body: Buffer.from(`${checksum}  ${filename}\n`),
    mediaType: 'text/plain',
    until,
  });
  if (description) {
    await writeOnce(bucket, {
      key: objectKeys.description(batch.tenant, batch.batchId),
      body: description.body,
      mediaType: DESCRIPTION_MEDIA_TYPE,
      until,
    });
  }
  const file = {
    key: objectKeys.manifest(batch.tenant, batch.batchId),
    body: Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`),
    mediaType: 'application/json',
    until,
  };
  if (!sign) return writeOnce(bucket, file);
  // A signature is of what this run has built: it must be what is stored.
  await writeLogObject(bucket, file);
  return writeLogObject(bucket, {
    key: objectKeys.manifestSignature(batch.tenant, batch.batchId),
    body: Buffer.from(await sign(file.body)),
    mediaType: NOTE_MEDIA_TYPE,
    until,
  });
}
