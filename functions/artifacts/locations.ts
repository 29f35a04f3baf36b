// Where the files of a batch lie in the bucket: those that stay, and those that it only works with.
export const objectKeys = {
  artifact: (tenant: string, batchId: string, filename: string): string =>
    `artifacts/${tenant}/${batchId}/${filename}`,
  manifest: (tenant: string, batchId: string): string =>
    `artifacts/${tenant}/${batchId}/manifest.json`,
  /** The file of an import, as it arrives. */
  upload: (tenant: string, batchId: string): string => objectKeys.work(tenant, batchId, 'upload'),
  /** The rejections of an import, a line of JSON each. */
  rejections: (tenant: string, batchId: string): string =>
    `artifacts/${tenant}/${batchId}/rejections.ndjson`,
  work: (tenant: string, batchId: string, name: string): string =>
    `${WORK_PREFIX}${tenant}/${batchId}/${name}`,
};

/** What lies below it is deleted after some days. */
export const WORK_PREFIX = 'work/';
