// Generated from schemas/ by `npm run generate`. Do not edit.
import type { OperationTypes } from '../operation-types.ts';
import type {
  GetChangeRequestResponse,
  GetLegacyBatchArtifactRequest,
  GetLegacyBatchArtifactResponse,
  GetLegacyBatchRequest,
  GetLegacyBatchResponse,
  ListLegacyBatchRejectionsRequest,
  ListLegacyBatchRejectionsResponse,
  ListLegacyBatchesRequest,
  ListLegacyBatchesResponse,
  RecordExportDeliveryRequest,
  RecordExportDeliveryResponse,
  RequestRegulatoryExportRequest,
  RequestRegulatoryExportResponse,
  SubmitLegacyImportRequest,
  SubmitLegacyImportResponse,
} from '../../schemas/generated/types.ts';

/** The paths of the workbench API, for openapi-fetch. */
export interface WorkbenchPaths {
  '/api/regulatory-exports': {
    /** Request an export of the journal for an authority. */
    post: OperationTypes<RequestRegulatoryExportRequest, RequestRegulatoryExportResponse, 202>;
  };
  '/api/legacy-batches': {
    /** List the batches of the tenant, newest first. */
    get: OperationTypes<ListLegacyBatchesRequest, ListLegacyBatchesResponse, 200>;
  };
  '/api/legacy-batches/{batchId}': {
    /** Read the receipt of a batch. */
    get: OperationTypes<GetLegacyBatchRequest, GetLegacyBatchResponse, 200>;
  };
  '/api/legacy-batches/{batchId}/artifact': {
    /** Download the artifact of a batch: the file itself, or a link that is valid for minutes. */
    get: OperationTypes<GetLegacyBatchArtifactRequest, GetLegacyBatchArtifactResponse, 200>;
  };
  '/api/regulatory-exports/{batchId}/delivery': {
    /** Record that an export was delivered to the authority. */
    post: OperationTypes<RecordExportDeliveryRequest, RecordExportDeliveryResponse, 201>;
  };
  '/api/legacy-imports': {
    /** Validate a file of an older system; nothing is posted, and only a chart of accounts is applied. */
    post: OperationTypes<SubmitLegacyImportRequest, SubmitLegacyImportResponse | GetChangeRequestResponse, 202>;
  };
  '/api/legacy-batches/{batchId}/rejections': {
    /** List the rejections of an import, by row and field. */
    get: OperationTypes<ListLegacyBatchRejectionsRequest, ListLegacyBatchRejectionsResponse, 200>;
  };
}
