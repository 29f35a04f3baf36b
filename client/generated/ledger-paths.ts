// Generated from schemas/ by `npm run generate`. Do not edit.
import type { OperationTypes, WithOptionalBody } from '../operation-types.ts';
import type {
  ApproveAccountLifecycleRequestRequest,
  ApproveAccountLifecycleRequestResponse,
  ApproveChangeRequestRequest,
  ApproveChangeRequestResponse,
  ApproveFinancialAdjustmentRequestRequest,
  ApproveFinancialAdjustmentRequestResponse,
  ApproveGeneralLedgerRequestRequest,
  ApproveGeneralLedgerRequestResponse,
  CloseGeneralLedgerPeriodRequest,
  CloseGeneralLedgerPeriodResponse,
  CloseGeneralLedgerYearRequest,
  CloseGeneralLedgerYearResponse,
  CountRequestsRequest,
  CountRequestsResponse,
  CreateAccountRequest,
  CreateAccountResponse,
  CreateBusinessRegistrationSchemaRequest,
  CreateBusinessRegistrationSchemaResponse,
  CreateLoanApprovalNotificationWorkflowRequest,
  CreateLoanApprovalNotificationWorkflowResponse,
  CreateLoanRequest,
  CreateLoanResponse,
  CreateMonthlyFeeChargeWorkflowRequest,
  CreateMonthlyFeeChargeWorkflowResponse,
  CreatePostingTemplateRequest,
  CreatePostingTemplateResponse,
  CreateRuleRequest,
  CreateRuleResponse,
  CreateSchemaRequest,
  CreateSchemaResponse,
  CreateWebhookRequest,
  CreateWebhookResponse,
  CreateWorkflowRequest,
  CreateWorkflowResponse,
  DeletePostingTemplateRequest,
  DeletePostingTemplateResponse,
  DeleteRuleRequest,
  DeleteRuleResponse,
  DeleteWebhookRequest,
  DeleteWebhookResponse,
  EvaluateControlsRequest,
  EvaluateControlsResponse,
  EvaluateRulesRequest,
  EvaluateRulesResponse,
  ExecuteWorkflowRequest,
  ExecuteWorkflowResponse,
  ExportSchemaRequest,
  ExportSchemaResponse,
  GenerateProductConfigurationRequest,
  GenerateProductConfigurationResponse,
  GetAccountBalanceRequest,
  GetAccountBalanceResponse,
  GetAccountLifecycleRequestRequest,
  GetAccountLifecycleRequestResponse,
  GetAccountRequest,
  GetAccountResponse,
  GetAccountStatementRequest,
  GetAccountStatementResponse,
  GetChangeRequestRequest,
  GetChangeRequestResponse,
  GetControlsRequest,
  GetControlsResponse,
  GetFinancialAdjustmentRequestRequest,
  GetFinancialAdjustmentRequestResponse,
  GetGeneralLedgerAccountRequest,
  GetGeneralLedgerAccountResponse,
  GetGeneralLedgerPeriodRequest,
  GetGeneralLedgerPeriodResponse,
  GetGeneralLedgerRequestRequest,
  GetGeneralLedgerRequestResponse,
  GetGeneralLedgerSettingsRequest,
  GetGeneralLedgerSettingsResponse,
  GetJournalEntryRequest,
  GetJournalEntryResponse,
  GetLedgerAccountBalancesRequest,
  GetLedgerAccountBalancesResponse,
  GetLedgerActivityRequest,
  GetLedgerActivityResponse,
  GetLoanActivityRequest,
  GetLoanActivityResponse,
  GetLoanRequest,
  GetLoanResponse,
  GetOperatorRequest,
  GetOperatorResponse,
  GetPostingTemplateRequest,
  GetPostingTemplateResponse,
  GetProductConfigurationRequest,
  GetProductConfigurationResponse,
  GetProductPublicationRequest,
  GetProductPublicationResponse,
  GetProductRequest,
  GetProductResponse,
  GetProjectionStatusRequest,
  GetProjectionStatusResponse,
  GetReceiptRequest,
  GetReceiptResponse,
  GetSchemaRequest,
  GetSchemaResponse,
  GetSessionRequest,
  GetSessionResponse,
  GetSystemRequest,
  GetSystemResponse,
  GetTieOutRequest,
  GetTieOutResponse,
  GetTransactionRequest,
  GetTransactionResponse,
  GetTrialBalanceRequest,
  GetTrialBalanceResponse,
  GetWebhookDeliveryRequest,
  GetWebhookDeliveryResponse,
  GetWebhookRequest,
  GetWebhookResponse,
  GetWorkflowExecutionRequest,
  GetWorkflowExecutionResponse,
  GetWorkflowRequest,
  GetWorkflowResponse,
  ImportSchemaRequest,
  ImportSchemaResponse,
  ListAccountLifecycleRequestsRequest,
  ListAccountLifecycleRequestsResponse,
  ListAccountsRequest,
  ListAccountsResponse,
  ListAuditEventsRequest,
  ListAuditEventsResponse,
  ListChangeRequestsRequest,
  ListChangeRequestsResponse,
  ListControlsVersionsRequest,
  ListControlsVersionsResponse,
  ListFinancialAdjustmentRequestsRequest,
  ListFinancialAdjustmentRequestsResponse,
  ListGeneralLedgerAccountVersionsRequest,
  ListGeneralLedgerAccountVersionsResponse,
  ListGeneralLedgerAccountsRequest,
  ListGeneralLedgerAccountsResponse,
  ListGeneralLedgerPeriodsRequest,
  ListGeneralLedgerPeriodsResponse,
  ListGeneralLedgerRequestsRequest,
  ListGeneralLedgerRequestsResponse,
  ListGeneralLedgerSettingsVersionsRequest,
  ListGeneralLedgerSettingsVersionsResponse,
  ListJournalEntriesRequest,
  ListJournalEntriesResponse,
  ListLedgerAccountLinesRequest,
  ListLedgerAccountLinesResponse,
  ListLedgerActivityRequest,
  ListLedgerActivityResponse,
  ListLoanActivityRequest,
  ListLoanActivityResponse,
  ListLoanTransactionsRequest,
  ListLoanTransactionsResponse,
  ListLoansRequest,
  ListLoansResponse,
  ListOperatorsRequest,
  ListOperatorsResponse,
  ListPostingTemplatesRequest,
  ListPostingTemplatesResponse,
  ListProductPublicationsRequest,
  ListProductPublicationsResponse,
  ListProductVersionsRequest,
  ListProductVersionsResponse,
  ListProductsRequest,
  ListProductsResponse,
  ListRequestsRequest,
  ListRequestsResponse,
  ListRuleVersionsRequest,
  ListRuleVersionsResponse,
  ListRulesRequest,
  ListRulesResponse,
  ListSchemaVersionsRequest,
  ListSchemaVersionsResponse,
  ListSchemasRequest,
  ListSchemasResponse,
  ListWebhookDeliveriesRequest,
  ListWebhookDeliveriesResponse,
  ListWebhooksRequest,
  ListWebhooksResponse,
  ListWorkflowExecutionsRequest,
  ListWorkflowExecutionsResponse,
  ListWorkflowVersionsRequest,
  ListWorkflowVersionsResponse,
  ListWorkflowsByTriggerRequest,
  ListWorkflowsByTriggerResponse,
  ListWorkflowsRequest,
  ListWorkflowsResponse,
  PostJournalEntriesRequest,
  PostJournalEntriesResponse,
  PostJournalEntryRequest,
  PostJournalEntryResponse,
  PostLoanTransactionRequest,
  PostLoanTransactionResponse,
  PreviewConfigurationChangeRequest,
  PreviewConfigurationChangeResponse,
  PreviewFinancialAdjustmentRequest,
  PreviewFinancialAdjustmentResponse,
  PreviewJournalEntryRequest,
  PreviewJournalEntryResponse,
  PreviewRequestRequest,
  PreviewRequestResponse,
  RedriveWebhookDeliveriesRequest,
  RedriveWebhookDeliveriesResponse,
  RejectAccountLifecycleRequestRequest,
  RejectAccountLifecycleRequestResponse,
  RejectChangeRequestRequest,
  RejectChangeRequestResponse,
  RejectFinancialAdjustmentRequestRequest,
  RejectFinancialAdjustmentRequestResponse,
  RejectGeneralLedgerRequestRequest,
  RejectGeneralLedgerRequestResponse,
  ReopenGeneralLedgerPeriodRequest,
  ReopenGeneralLedgerPeriodResponse,
  ReplaceAccountMetadataRequest,
  ReplaceAccountMetadataResponse,
  ReplaceControlsRequest,
  ReplaceControlsResponse,
  ReplacePostingTemplateRequest,
  ReplacePostingTemplateResponse,
  ReplaceWebhookRequest,
  ReplaceWebhookResponse,
  RevealWebhookSecretRequest,
  RevealWebhookSecretResponse,
  RotateWebhookSecretRequest,
  RotateWebhookSecretResponse,
  SeedDefaultRulesRequest,
  SeedDefaultRulesResponse,
  SubmitAccountStatusTransitionRequest,
  SubmitAccountStatusTransitionResponse,
  SubmitFinancialAdjustmentRequestRequest,
  SubmitFinancialAdjustmentRequestResponse,
  TestWebhookRequest,
  TestWebhookResponse,
  UpdateGeneralLedgerSettingsRequest,
  UpdateGeneralLedgerSettingsResponse,
  UpdateRuleRequest,
  UpdateRuleResponse,
  UpsertGeneralLedgerAccountRequest,
  UpsertGeneralLedgerAccountResponse,
  UpsertProductRequest,
  UpsertProductResponse,
  WithdrawAccountLifecycleRequestRequest,
  WithdrawAccountLifecycleRequestResponse,
  WithdrawChangeRequestRequest,
  WithdrawChangeRequestResponse,
  WithdrawFinancialAdjustmentRequestRequest,
  WithdrawFinancialAdjustmentRequestResponse,
  WithdrawGeneralLedgerRequestRequest,
  WithdrawGeneralLedgerRequestResponse,
} from '../../schemas/generated/types.ts';

/** The paths of the ledger API, for openapi-fetch. */
export interface LedgerPaths {
  '/api/accounts': {
    /** Open an account with a balance of 0.00. */
    post: OperationTypes<CreateAccountRequest, CreateAccountResponse | GetChangeRequestResponse, 201 | 202>;
    /** List the accounts of the tenant, oldest first, all of them or those that match filters. */
    get: OperationTypes<ListAccountsRequest, ListAccountsResponse, 200>;
  };
  '/api/accounts/{accountId}': {
    /** Read an account. */
    get: OperationTypes<GetAccountRequest, GetAccountResponse, 200>;
  };
  '/api/accounts/{accountId}/metadata': {
    /** Replace the metadata of an account. */
    put: OperationTypes<ReplaceAccountMetadataRequest, ReplaceAccountMetadataResponse, 200>;
  };
  '/api/accounts/{accountId}/balance': {
    /** Read the balance for a financial decision, never stale, or as of an instant in the past. */
    get: OperationTypes<GetAccountBalanceRequest, GetAccountBalanceResponse, 200>;
  };
  '/api/accounts/{accountId}/statement': {
    /** List the entries of an account in the order of posting, with the opening and closing balance of a period. */
    get: OperationTypes<GetAccountStatementRequest, GetAccountStatementResponse, 200>;
  };
  '/api/journal-entries': {
    /** Post one balanced journal entry with its postings on accounts. */
    post: OperationTypes<PostJournalEntryRequest, PostJournalEntryResponse | GetChangeRequestResponse, 201 | 202>;
    /** List the journal entries of the tenant in the order of posting, all of them or those that match filters. */
    get: OperationTypes<ListJournalEntriesRequest, ListJournalEntriesResponse, 200>;
  };
  '/api/journal-entries/preview': {
    /** Preview what posting a journal entry would do now, with fees, balances and controls; nothing is written. */
    post: OperationTypes<PreviewJournalEntryRequest, PreviewJournalEntryResponse, 200>;
  };
  '/api/journal-entries/batch': {
    /** Post up to 25 journal entries, all of them or none. */
    post: OperationTypes<PostJournalEntriesRequest, PostJournalEntriesResponse | GetChangeRequestResponse, 201 | 202>;
  };
  '/api/journal-entries/{journalEntryId}': {
    /** Read a journal entry. */
    get: OperationTypes<GetJournalEntryRequest, GetJournalEntryResponse, 200>;
  };
  '/api/posting-templates': {
    /** List the posting templates of the tenant, oldest first. */
    get: OperationTypes<ListPostingTemplatesRequest, ListPostingTemplatesResponse, 200>;
    /** Create a template of a journal entry: lines and postings with placeholders for the amounts that differ. */
    post: OperationTypes<CreatePostingTemplateRequest, CreatePostingTemplateResponse, 201>;
  };
  '/api/posting-templates/{templateId}': {
    /** Read a posting template. */
    get: OperationTypes<GetPostingTemplateRequest, GetPostingTemplateResponse, 200>;
    /** Replace a posting template, provided that it still has the version given. */
    put: OperationTypes<ReplacePostingTemplateRequest, ReplacePostingTemplateResponse, 200>;
    /** Delete a posting template; entries that were posted with it stay as they are. */
    delete: OperationTypes<DeletePostingTemplateRequest, DeletePostingTemplateResponse, 200>;
  };
  '/api/general-ledger/settings': {
    /** Read the settings of the general ledger, or their defaults. */
    get: OperationTypes<GetGeneralLedgerSettingsRequest, GetGeneralLedgerSettingsResponse, 200>;
    /** Change the settings of the general ledger, or request the change where chart or control accounts are enforced or a control catches it. */
    put: OperationTypes<UpdateGeneralLedgerSettingsRequest, UpdateGeneralLedgerSettingsResponse | GetGeneralLedgerRequestResponse | GetChangeRequestResponse, 200 | 202>;
  };
  '/api/general-ledger/accounts': {
    /** List the chart of accounts in the order of its codes. */
    get: OperationTypes<ListGeneralLedgerAccountsRequest, ListGeneralLedgerAccountsResponse, 200>;
  };
  '/api/general-ledger/accounts/{code}': {
    /** Read an account of the chart. */
    get: OperationTypes<GetGeneralLedgerAccountRequest, GetGeneralLedgerAccountResponse, 200>;
    /** Add an account to the chart, or replace it. */
    put: OperationTypes<UpsertGeneralLedgerAccountRequest, UpsertGeneralLedgerAccountResponse | GetChangeRequestResponse, 200 | 202>;
  };
  '/api/general-ledger/periods': {
    /** List the accounting periods that have been closed at least once, in order. */
    get: OperationTypes<ListGeneralLedgerPeriodsRequest, ListGeneralLedgerPeriodsResponse, 200>;
  };
  '/api/general-ledger/periods/{period}': {
    /** Read an accounting period: its state and, once closed, its control totals. */
    get: OperationTypes<GetGeneralLedgerPeriodRequest, GetGeneralLedgerPeriodResponse, 200>;
  };
  '/api/general-ledger/periods/{period}/close': {
    /** Request that an accounting period be closed. */
    post: OperationTypes<CloseGeneralLedgerPeriodRequest, CloseGeneralLedgerPeriodResponse, 201>;
  };
  '/api/general-ledger/periods/{period}/reopen': {
    /** Request that a closed accounting period be reopened. */
    post: OperationTypes<ReopenGeneralLedgerPeriodRequest, ReopenGeneralLedgerPeriodResponse, 201>;
  };
  '/api/general-ledger/years/{year}/close': {
    /** Request that a fiscal year be closed: proposes the entries that move its income and expense to an equity account. */
    post: OperationTypes<CloseGeneralLedgerYearRequest, CloseGeneralLedgerYearResponse, 201>;
  };
  '/api/general-ledger/requests': {
    /** List the general-ledger requests of the tenant, newest first. */
    get: OperationTypes<ListGeneralLedgerRequestsRequest, ListGeneralLedgerRequestsResponse, 200>;
  };
  '/api/general-ledger/requests/{requestId}': {
    /** Read a general-ledger request. */
    get: OperationTypes<GetGeneralLedgerRequestRequest, GetGeneralLedgerRequestResponse, 200>;
  };
  '/api/general-ledger/requests/{requestId}/approve': {
    /** Approve a general-ledger request of another operator: it is applied, or becomes FAILED when the period or the year has changed. */
    post: OperationTypes<WithOptionalBody<ApproveGeneralLedgerRequestRequest>, ApproveGeneralLedgerRequestResponse, 201>;
  };
  '/api/general-ledger/requests/{requestId}/reject': {
    /** Reject a general-ledger request, or withdraw your own. */
    post: OperationTypes<RejectGeneralLedgerRequestRequest, RejectGeneralLedgerRequestResponse, 201>;
  };
  '/api/general-ledger/requests/{requestId}/withdraw': {
    /** Withdraw your own general-ledger request. */
    post: OperationTypes<WithOptionalBody<WithdrawGeneralLedgerRequestRequest>, WithdrawGeneralLedgerRequestResponse, 201>;
  };
  '/api/accounts/{accountId}/status-transitions': {
    /** Request that an account be frozen, unfrozen or closed. */
    post: OperationTypes<SubmitAccountStatusTransitionRequest, SubmitAccountStatusTransitionResponse, 201>;
  };
  '/api/account-lifecycle-requests': {
    /** List the lifecycle requests of the tenant, newest first. */
    get: OperationTypes<ListAccountLifecycleRequestsRequest, ListAccountLifecycleRequestsResponse, 200>;
  };
  '/api/account-lifecycle-requests/{requestId}': {
    /** Read a lifecycle request. */
    get: OperationTypes<GetAccountLifecycleRequestRequest, GetAccountLifecycleRequestResponse, 200>;
  };
  '/api/account-lifecycle-requests/{requestId}/approve': {
    /** Approve a lifecycle request of another operator: it is applied, or becomes FAILED when the account has changed. */
    post: OperationTypes<ApproveAccountLifecycleRequestRequest, ApproveAccountLifecycleRequestResponse, 201>;
  };
  '/api/account-lifecycle-requests/{requestId}/reject': {
    /** Reject a lifecycle request, or withdraw your own. */
    post: OperationTypes<RejectAccountLifecycleRequestRequest, RejectAccountLifecycleRequestResponse, 201>;
  };
  '/api/account-lifecycle-requests/{requestId}/withdraw': {
    /** Withdraw your own lifecycle request. */
    post: OperationTypes<WithOptionalBody<WithdrawAccountLifecycleRequestRequest>, WithdrawAccountLifecycleRequestResponse, 201>;
  };
  '/api/loans': {
    /** Create a loan that is disbursed to and repaid from an account. */
    post: OperationTypes<CreateLoanRequest, CreateLoanResponse | GetChangeRequestResponse, 201 | 202>;
    /** List the loans of the tenant, oldest first. */
    get: OperationTypes<ListLoansRequest, ListLoansResponse, 200>;
  };
  '/api/loans/{loanId}': {
    /** Read a loan with its outstanding amounts: never stale. */
    get: OperationTypes<GetLoanRequest, GetLoanResponse, 200>;
  };
  '/api/loans/{loanId}/transactions': {
    /** Disburse, repay, or accrue interest or a fee, with one journal entry. */
    post: OperationTypes<PostLoanTransactionRequest, PostLoanTransactionResponse | GetChangeRequestResponse, 201 | 202>;
    /** List the transactions of a loan in the order of posting. */
    get: OperationTypes<ListLoanTransactionsRequest, ListLoanTransactionsResponse, 200>;
  };
  '/api/transactions/{transactionId}': {
    /** Read a loan transaction. */
    get: OperationTypes<GetTransactionRequest, GetTransactionResponse, 200>;
  };
  '/api/financial-adjustment-requests': {
    /** Request the reversal or correction of a stored record. */
    post: OperationTypes<SubmitFinancialAdjustmentRequestRequest, SubmitFinancialAdjustmentRequestResponse, 201>;
    /** List the adjustment requests of the tenant, newest first. */
    get: OperationTypes<ListFinancialAdjustmentRequestsRequest, ListFinancialAdjustmentRequestsResponse, 200>;
  };
  '/api/financial-adjustment-requests/preview': {
    /** Preview what the approval of a reversal or correction would post now, before it is requested; nothing is written. */
    post: OperationTypes<PreviewFinancialAdjustmentRequest, PreviewFinancialAdjustmentResponse, 200>;
  };
  '/api/financial-adjustment-requests/{requestId}': {
    /** Read an adjustment request. */
    get: OperationTypes<GetFinancialAdjustmentRequestRequest, GetFinancialAdjustmentRequestResponse, 200>;
  };
  '/api/financial-adjustment-requests/{requestId}/approve': {
    /** Approve an adjustment request of another operator: it is posted, or becomes FAILED when it cannot be posted. */
    post: OperationTypes<WithOptionalBody<ApproveFinancialAdjustmentRequestRequest>, ApproveFinancialAdjustmentRequestResponse, 201>;
  };
  '/api/financial-adjustment-requests/{requestId}/reject': {
    /** Reject an adjustment request, or withdraw your own. */
    post: OperationTypes<RejectFinancialAdjustmentRequestRequest, RejectFinancialAdjustmentRequestResponse, 201>;
  };
  '/api/financial-adjustment-requests/{requestId}/withdraw': {
    /** Withdraw your own adjustment request. */
    post: OperationTypes<WithOptionalBody<WithdrawFinancialAdjustmentRequestRequest>, WithdrawFinancialAdjustmentRequestResponse, 201>;
  };
  '/api/schemas': {
    /** List the entity schemas of the tenant, oldest first, each in its newest version. */
    get: OperationTypes<ListSchemasRequest, ListSchemasResponse, 200>;
    /** Define an entity: the first version of its schema. */
    post: OperationTypes<CreateSchemaRequest, CreateSchemaResponse | GetChangeRequestResponse, 201 | 202>;
  };
  '/api/schemas/import': {
    /** Publish the next version of an entity’s schema, or its first. */
    post: OperationTypes<ImportSchemaRequest, ImportSchemaResponse | GetChangeRequestResponse, 201 | 202>;
  };
  '/api/schemas/presets/business-registration': {
    /** Define the preset entity business_registration. */
    post: OperationTypes<CreateBusinessRegistrationSchemaRequest, CreateBusinessRegistrationSchemaResponse | GetChangeRequestResponse, 201 | 202>;
  };
  '/api/schemas/{schemaId}': {
    /** Read an entity schema in its newest version. */
    get: OperationTypes<GetSchemaRequest, GetSchemaResponse, 200>;
  };
  '/api/schemas/{schemaId}/export': {
    /** Export an entity schema to import elsewhere, with the JSON Schema that it compiles to. */
    get: OperationTypes<ExportSchemaRequest, ExportSchemaResponse, 200>;
  };
  '/api/products': {
    /** List the products of the tenant by id, each in its newest version. */
    get: OperationTypes<ListProductsRequest, ListProductsResponse, 200>;
    /** Publish the next version of a product, or its first. */
    post: OperationTypes<UpsertProductRequest, UpsertProductResponse | GetChangeRequestResponse, 201 | 202>;
  };
  '/api/products/config': {
    /** Read the generated product configuration with the current versions of its products. */
    get: OperationTypes<GetProductConfigurationRequest, GetProductConfigurationResponse, 200>;
  };
  '/api/products/config/generate': {
    /** Publish the products of a jurisdiction’s template. */
    post: OperationTypes<GenerateProductConfigurationRequest, GenerateProductConfigurationResponse | GetChangeRequestResponse, 201 | 202>;
  };
  '/api/products/{productId}': {
    /** Read a product in its newest version. */
    get: OperationTypes<GetProductRequest, GetProductResponse, 200>;
  };
  '/api/products/{productId}/rules': {
    /** List the rules of a product by id. */
    get: OperationTypes<ListRulesRequest, ListRulesResponse, 200>;
    /** Add a rule for the postings and loan transactions of a product. */
    post: OperationTypes<CreateRuleRequest, CreateRuleResponse | GetChangeRequestResponse, 201 | 202>;
  };
  '/api/products/{productId}/rules/defaults': {
    /** Restore the default rules that a product lacks. */
    post: OperationTypes<SeedDefaultRulesRequest, SeedDefaultRulesResponse | GetChangeRequestResponse, 201 | 202>;
  };
  '/api/products/{productId}/rules/evaluate': {
    /** Try rules, stored or given, on a sample and on the newest postings; nothing is written. */
    post: OperationTypes<EvaluateRulesRequest, EvaluateRulesResponse, 200>;
  };
  '/api/products/{productId}/rules/{ruleId}': {
    /** Change a rule. */
    put: OperationTypes<UpdateRuleRequest, UpdateRuleResponse | GetChangeRequestResponse, 200 | 202>;
    /** Delete a rule. */
    delete: OperationTypes<DeleteRuleRequest, DeleteRuleResponse | GetChangeRequestResponse, 200 | 202>;
  };
  '/api/workflows': {
    /** List the workflows of the tenant, oldest first. */
    get: OperationTypes<ListWorkflowsRequest, ListWorkflowsResponse, 200>;
    /** Define a workflow: steps that take effect together or not at all. */
    post: OperationTypes<CreateWorkflowRequest, CreateWorkflowResponse | GetChangeRequestResponse, 201 | 202>;
  };
  '/api/workflows/trigger/{trigger}': {
    /** List the workflows with a trigger, oldest first. */
    get: OperationTypes<ListWorkflowsByTriggerRequest, ListWorkflowsByTriggerResponse, 200>;
  };
  '/api/workflows/presets/loan-approval-notification': {
    /** Define the preset workflow that notifies subscribers of an approved loan. */
    post: OperationTypes<CreateLoanApprovalNotificationWorkflowRequest, CreateLoanApprovalNotificationWorkflowResponse | GetChangeRequestResponse, 201 | 202>;
  };
  '/api/workflows/presets/monthly-fee-charge': {
    /** Define the preset workflow that charges a monthly fee. */
    post: OperationTypes<CreateMonthlyFeeChargeWorkflowRequest, CreateMonthlyFeeChargeWorkflowResponse | GetChangeRequestResponse, 201 | 202>;
  };
  '/api/workflows/{workflowId}': {
    /** Read a workflow. */
    get: OperationTypes<GetWorkflowRequest, GetWorkflowResponse, 200>;
  };
  '/api/workflows/{workflowId}/execute': {
    /** Execute a workflow: its steps take effect in one transaction, or not at all. */
    post: OperationTypes<ExecuteWorkflowRequest, ExecuteWorkflowResponse | GetChangeRequestResponse, 201 | 202>;
  };
  '/api/workflows/{workflowId}/executions': {
    /** List the executions of a workflow, newest first. */
    get: OperationTypes<ListWorkflowExecutionsRequest, ListWorkflowExecutionsResponse, 200>;
  };
  '/api/workflow-executions/{executionId}': {
    /** Read an execution of a workflow. */
    get: OperationTypes<GetWorkflowExecutionRequest, GetWorkflowExecutionResponse, 200>;
  };
  '/api/controls': {
    /** Read the controls of the tenant: which operations take a second operator, and when. */
    get: OperationTypes<GetControlsRequest, GetControlsResponse, 200>;
    /** Request that the controls of the tenant be replaced: another operator approves. */
    put: OperationTypes<ReplaceControlsRequest, ReplaceControlsResponse, 202>;
  };
  '/api/change-requests': {
    /** List the change requests of the tenant, newest first. */
    get: OperationTypes<ListChangeRequestsRequest, ListChangeRequestsResponse, 200>;
  };
  '/api/change-requests/{requestId}': {
    /** Read a change request. */
    get: OperationTypes<GetChangeRequestRequest, GetChangeRequestResponse, 200>;
  };
  '/api/change-requests/{requestId}/approve': {
    /** Approve a change request of another operator: its operation is carried out, or the request becomes FAILED when that is no longer possible. */
    post: OperationTypes<WithOptionalBody<ApproveChangeRequestRequest>, ApproveChangeRequestResponse, 201>;
  };
  '/api/change-requests/{requestId}/reject': {
    /** Reject a change request, or withdraw your own. */
    post: OperationTypes<RejectChangeRequestRequest, RejectChangeRequestResponse, 201>;
  };
  '/api/change-requests/{requestId}/withdraw': {
    /** Withdraw your own change request. */
    post: OperationTypes<WithOptionalBody<WithdrawChangeRequestRequest>, WithdrawChangeRequestResponse, 201>;
  };
  '/api/requests': {
    /** List the requests of all kinds that another operator decides, newest or oldest first. */
    get: OperationTypes<ListRequestsRequest, ListRequestsResponse, 200>;
  };
  '/api/requests/counts': {
    /** Count the requests that wait: those that the caller can decide, and those that the caller has made. */
    get: OperationTypes<CountRequestsRequest, CountRequestsResponse, 200>;
  };
  '/api/requests/{requestId}/preview': {
    /** Preview what the approval of a request would do now; nothing is written. */
    get: OperationTypes<PreviewRequestRequest, PreviewRequestResponse, 200>;
  };
  '/api/configuration-changes/preview': {
    /** Check and preview a change of the configuration: what it would change now, or why it would be refused; nothing is written. */
    post: OperationTypes<PreviewConfigurationChangeRequest, PreviewConfigurationChangeResponse, 200>;
  };
  '/api/controls/evaluate': {
    /** Try controls, stored or given, on the newest postings of the journal; nothing is written. */
    post: OperationTypes<EvaluateControlsRequest, EvaluateControlsResponse, 200>;
  };
  '/api/projections/status': {
    /** Report the progress and lag of each projection: the age of the oldest event that it has not applied. */
    get: OperationTypes<GetProjectionStatusRequest, GetProjectionStatusResponse, 200>;
  };
  '/api/projections/loan-activity': {
    /** List the activity of the tenant’s loans, one record per loan. */
    get: OperationTypes<ListLoanActivityRequest, ListLoanActivityResponse, 200>;
  };
  '/api/projections/loan-activity/{loanId}': {
    /** Read the activity of a loan: outstanding amounts, totals by type, the last transactions. */
    get: OperationTypes<GetLoanActivityRequest, GetLoanActivityResponse, 200>;
  };
  '/api/projections/ledger-activity': {
    /** List the journal entries of the tenant with their later reversals. */
    get: OperationTypes<ListLedgerActivityRequest, ListLedgerActivityResponse, 200>;
  };
  '/api/projections/ledger-activity/{journalEntryId}': {
    /** Read a journal entry with its reversal and replacement. */
    get: OperationTypes<GetLedgerActivityRequest, GetLedgerActivityResponse, 200>;
  };
  '/api/projections/product-publications': {
    /** List the published products of the tenant. */
    get: OperationTypes<ListProductPublicationsRequest, ListProductPublicationsResponse, 200>;
  };
  '/api/projections/product-publications/{productId}': {
    /** Read the publication of a product: version, configuration, number of rules. */
    get: OperationTypes<GetProductPublicationRequest, GetProductPublicationResponse, 200>;
  };
  '/api/general-ledger/trial-balance': {
    /** Read the trial balance as of a day or of a period: the balances of all general-ledger accounts per currency, with totals. */
    get: OperationTypes<GetTrialBalanceRequest, GetTrialBalanceResponse, 200>;
  };
  '/api/general-ledger/tie-out': {
    /** Read the tie-out as of a day: the balance of each control account, the sum of the accounts and loans that it controls, and the difference. */
    get: OperationTypes<GetTieOutRequest, GetTieOutResponse, 200>;
  };
  '/api/general-ledger/accounts/{code}/lines': {
    /** List the lines of a general-ledger account by currency and accounting date, with the balance after each. */
    get: OperationTypes<ListLedgerAccountLinesRequest, ListLedgerAccountLinesResponse, 200>;
  };
  '/api/general-ledger/accounts/{code}/balances': {
    /** Read the balances of a general-ledger account at the end of each day, month or year of a period, per currency. */
    get: OperationTypes<GetLedgerAccountBalancesRequest, GetLedgerAccountBalancesResponse, 200>;
  };
  '/api/audit-events': {
    /** List what was changed, by whom and when, newest first: in the ledger, and by administration. */
    get: OperationTypes<ListAuditEventsRequest, ListAuditEventsResponse, 200>;
  };
  '/api/operators': {
    /** List who the operators and services of these ids are, or all that have used the APIs, by id; without ids only with `finance.read`, `compliance.operate` or `audit.read`. */
    get: OperationTypes<ListOperatorsRequest, ListOperatorsResponse, 200>;
  };
  '/api/operators/{operatorId}': {
    /** Read who an operator or a service is. */
    get: OperationTypes<GetOperatorRequest, GetOperatorResponse, 200>;
  };
  '/api/receipts/{key}': {
    /** Read what became of a request by its Idempotency-Key: the operation, the time and the first answer, for its actor or an auditor. */
    get: OperationTypes<GetReceiptRequest, GetReceiptResponse, 200>;
  };
  '/api/products/{productId}/versions': {
    /** List the versions of a product newest first: what it was, who changed it and when. */
    get: OperationTypes<ListProductVersionsRequest, ListProductVersionsResponse, 200>;
  };
  '/api/products/{productId}/rules/{ruleId}/versions': {
    /** List the versions of a rule, deleted ones too, newest first: what it was, who changed it and when. */
    get: OperationTypes<ListRuleVersionsRequest, ListRuleVersionsResponse, 200>;
  };
  '/api/schemas/{schemaId}/versions': {
    /** List the versions of an entity schema newest first: what it was, who changed it and when. */
    get: OperationTypes<ListSchemaVersionsRequest, ListSchemaVersionsResponse, 200>;
  };
  '/api/workflows/{workflowId}/versions': {
    /** List the versions of a workflow newest first: what it was, who changed it and when. */
    get: OperationTypes<ListWorkflowVersionsRequest, ListWorkflowVersionsResponse, 200>;
  };
  '/api/general-ledger/accounts/{code}/versions': {
    /** List the versions of an account of the chart newest first: what it was, who changed it and when. */
    get: OperationTypes<ListGeneralLedgerAccountVersionsRequest, ListGeneralLedgerAccountVersionsResponse, 200>;
  };
  '/api/general-ledger/settings/versions': {
    /** List the versions of the settings of the general ledger newest first: what it was, who changed it and when. */
    get: OperationTypes<ListGeneralLedgerSettingsVersionsRequest, ListGeneralLedgerSettingsVersionsResponse, 200>;
  };
  '/api/controls/versions': {
    /** List the versions of the controls newest first: what they were, who changed them and when. */
    get: OperationTypes<ListControlsVersionsRequest, ListControlsVersionsResponse, 200>;
  };
  '/api/webhooks': {
    /** List the webhooks of the tenant, oldest first. */
    get: OperationTypes<ListWebhooksRequest, ListWebhooksResponse, 200>;
    /** Have events of some types, or of all, sent to an address. */
    post: OperationTypes<CreateWebhookRequest, CreateWebhookResponse | GetChangeRequestResponse, 201 | 202>;
  };
  '/api/webhooks/{webhookId}': {
    /** Read a webhook, and since when its receiver fails. */
    get: OperationTypes<GetWebhookRequest, GetWebhookResponse, 200>;
    /** Replace a webhook, provided that it still has the version given. A suspended one gets events again. */
    put: OperationTypes<ReplaceWebhookRequest, ReplaceWebhookResponse | GetChangeRequestResponse, 200 | 202>;
    /** Delete a webhook; what waits for it is not sent any more. */
    delete: OperationTypes<DeleteWebhookRequest, DeleteWebhookResponse, 200>;
  };
  '/api/webhooks/{webhookId}/secret': {
    /** Show the secret that signs the deliveries of a webhook, for a day after it was made. */
    post: OperationTypes<RevealWebhookSecretRequest, RevealWebhookSecretResponse, 200>;
  };
  '/api/webhooks/{webhookId}/secret/rotation': {
    /** Make another secret for a webhook; the one before signs too for a day. */
    post: OperationTypes<RotateWebhookSecretRequest, RotateWebhookSecretResponse, 200>;
  };
  '/api/webhooks/{webhookId}/test': {
    /** Send a test event to a webhook, whatever types it has and whether or not it is enabled. */
    post: OperationTypes<TestWebhookRequest, TestWebhookResponse, 202>;
  };
  '/api/webhooks/{webhookId}/deliveries': {
    /** List the deliveries of a webhook of the last month, newest event first, with their attempts. */
    get: OperationTypes<ListWebhookDeliveriesRequest, ListWebhookDeliveriesResponse, 200>;
  };
  '/api/webhooks/{webhookId}/deliveries/{eventId}': {
    /** Read the delivery of an event to a webhook, with its attempts. */
    get: OperationTypes<GetWebhookDeliveryRequest, GetWebhookDeliveryResponse, 200>;
  };
  '/api/webhooks/{webhookId}/redrive': {
    /** Send some events again, or the oldest hundred dead letters. */
    post: OperationTypes<RedriveWebhookDeliveriesRequest, RedriveWebhookDeliveriesResponse, 202>;
  };
  '/api/session': {
    /** Read who the caller is, in which tenant and with which permissions, and when the token ends. */
    get: OperationTypes<GetSessionRequest, GetSessionResponse, 200>;
  };
  '/api/system': {
    /** Read how the deployment is: its version, the evidence log, the projections and the events that fail. */
    get: OperationTypes<GetSystemRequest, GetSystemResponse, 200>;
  };
}
