// Generated from schemas/ by `npm run generate`. Do not edit.
import type { OperationTypes } from '../operation-types.ts';
import type {
  GetChangeRequestResponse,
  GetEvidenceCheckpointRequest,
  GetEvidenceCheckpointResponse,
  GetEvidenceConsistencyRequest,
  GetEvidenceConsistencyResponse,
  GetEvidenceKeyRequest,
  GetEvidenceKeyResponse,
  GetEvidenceProofRequest,
  GetEvidenceProofResponse,
  GetEvidenceTileRequest,
  GetEvidenceTileResponse,
  GetLegacyBatchArtifactRequest,
  GetLegacyBatchArtifactResponse,
  GetLegacyBatchRequest,
  GetLegacyBatchResponse,
  GetPastEvidenceCheckpointRequest,
  GetPastEvidenceCheckpointResponse,
  ListExportSchedulesRequest,
  ListExportSchedulesResponse,
  ListLegacyBatchRejectionsRequest,
  ListLegacyBatchRejectionsResponse,
  ListLegacyBatchesRequest,
  ListLegacyBatchesResponse,
  RecordExportDeliveryRequest,
  RecordExportDeliveryResponse,
  RequestRegulatoryExportRequest,
  RequestRegulatoryExportResponse,
  RunExportScheduleRequest,
  RunExportScheduleResponse,
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
  '/api/export-schedules': {
    /** List the schedules of exports with their next runs. */
    get: OperationTypes<ListExportSchedulesRequest, ListExportSchedulesResponse, 200>;
  };
  '/api/export-schedules/{scheduleId}/run': {
    /** Request the export that the schedule would request now: that of the last month that is over. */
    post: OperationTypes<RunExportScheduleRequest, RunExportScheduleResponse, 202>;
  };
  '/api/evidence/checkpoint': {
    /** Read the newest signed checkpoint of the evidence log. */
    get: OperationTypes<GetEvidenceCheckpointRequest, GetEvidenceCheckpointResponse, 200, 'text/plain'>;
  };
  '/api/evidence/checkpoint/{size}': {
    /** Read the signed checkpoint that the evidence log had at this size. */
    get: OperationTypes<GetPastEvidenceCheckpointRequest, GetPastEvidenceCheckpointResponse, 200, 'text/plain'>;
  };
  '/api/evidence/tile/{tile}': {
    /** Read a tile of hashes or a bundle of entries of the evidence log. */
    get: OperationTypes<GetEvidenceTileRequest, GetEvidenceTileResponse, 200, 'application/octet-stream'>;
  };
  '/api/evidence/key': {
    /** Read the public key of the evidence log, as signed notes write it. */
    get: OperationTypes<GetEvidenceKeyRequest, GetEvidenceKeyResponse, 200, 'text/plain'>;
  };
  '/api/evidence/proofs/{id}': {
    /** Prove that the evidence log has a receipt, or the receipt of a journal entry. */
    get: OperationTypes<GetEvidenceProofRequest, GetEvidenceProofResponse, 200, 'text/plain'>;
  };
  '/api/evidence/consistency': {
    /** Prove that the evidence log of one size starts with that of an earlier size. */
    get: OperationTypes<GetEvidenceConsistencyRequest, GetEvidenceConsistencyResponse, 200>;
  };
}
