// What a request for an import has come to: where its file is sent, once another operator has approved it.
import type { UploadTarget } from './send-file.ts';

export interface ApprovedUpload {
  readonly batchId: string;
  readonly upload: UploadTarget;
}

interface DecidedRequest {
  readonly operation?: string;
  readonly result?: unknown;
}

/** Finds where the file of an approved import is sent; undefined for any other request, and if it was sent with it. */
export function findApprovedUpload(request: DecidedRequest): ApprovedUpload | undefined {
  if (request.operation !== 'submitLegacyImport') return undefined;
  const { batchId, upload } = (request.result ?? {}) as Partial<ApprovedUpload>;
  return batchId === undefined || upload === undefined ? undefined : { batchId, upload };
}
