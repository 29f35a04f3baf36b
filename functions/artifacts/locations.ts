// The keys of a batch's files in the bucket: artifacts, which stay, and work files, which do not.
export const objectKeys = {
  artifact: (tenant: string, batchId: string, filename: string): string =>
    `artifacts/${tenant}/${batchId}/${filename}`,
  manifest: (tenant: string, batchId: string): string =>
    `artifacts/${tenant}/${batchId}/manifest.json`,
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
