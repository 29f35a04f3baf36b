// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Answered } from '../answered.ts';
import type {
  Batch,
  BatchPage,
  GetLegacyBatchRequest,
  ListLegacyBatchesRequest,
  RequestRegulatoryExportRequest,
} from './types.ts';

/** The paths of the workbench API, for openapi-fetch. */
export interface WorkbenchPaths {
  '/api/regulatory-exports': {
    /** Ask for an export of the journal for an authority. */
    post: Answered<RequestRegulatoryExportRequest, Batch, 202>;
  };
  '/api/legacy-batches': {
    /** List the batches of the tenant, newest first. */
    get: Answered<ListLegacyBatchesRequest, BatchPage, 200>;
  };
  '/api/legacy-batches/{batchId}': {
    /** Read the receipt of a batch. */
    get: Answered<GetLegacyBatchRequest, Batch, 200>;
  };
}
