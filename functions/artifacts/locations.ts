// The keys of a batch's files in the bucket: artifacts, which stay, and work files, which do not.
export const objectKeys = {
  artifact: (tenant: string, batchId: string, filename: string): string =>
    `artifacts/${tenant}/${batchId}/${filename}`,
  manifest: (tenant: string, batchId: string): string =>
    `artifacts/${tenant}/${batchId}/manifest.json`,
  /** The detached signature of the manifest. */
  manifestSignature: (tenant: string, batchId: string): string =>
    `${objectKeys.manifest(tenant, batchId)}.sig`,
  /** The description that accompanies the artifact of some exports. */
  description: (tenant: string, batchId: string): string =>
    `artifacts/${tenant}/${batchId}/description.txt`,
  /** The file of an import, as uploaded. */
  upload: (tenant: string, batchId: string): string => objectKeys.work(tenant, batchId, 'upload'),
  /** The rejections of an import, one line of JSON each. */
  rejections: (tenant: string, batchId: string): string =>
    `artifacts/${tenant}/${batchId}/rejections.ndjson`,
  work: (tenant: string, batchId: string, name: string): string =>
    `${WORK_PREFIX}${tenant}/${batchId}/${name}`,
};

/** A lifecycle rule deletes objects below this prefix after some days. */
export const WORK_PREFIX = 'work/';

/** The checkpoints of the nightly verification; a lifecycle rule deletes them after days. No tenant reads them. */
export const VERIFICATION_PREFIX = 'verification/';

/** The keys of an evidence log in its bucket; below `<tenant>/` they are those of a C2SP tlog-tiles log. */
export const evidenceObjectKeys = {
  /** The newest checkpoint. */
  checkpoint: (tenant: string): string => `${tenant}/checkpoint`,
  /** The checkpoint of a size, for good. */
  checkpointOf: (tenant: string, size: number): string => `${tenant}/checkpoint/${size}`,
  /** A tile, by its path below the prefix of the log: `tile/0/x001/067`. */
  tile: (tenant: string, path: string): string => `${tenant}/${path}`,
  /** The entries of a batch whose tiles may not all be written yet. */
  batch: (tenant: string, from: number, digest: string): string =>
    `${UNPUBLISHED_PREFIX}${tenant}/${from}-${digest}`,
};

/** A lifecycle rule deletes objects below this prefix after a month. No tenant has a dot in its name. */
export const UNPUBLISHED_PREFIX = '.batches/';
