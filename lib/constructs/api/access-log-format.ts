import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/**
 * One line for each request, of who asked for what. `request_id` is also in the log line of the function (ADR 118).
 * Nothing here is a token, a query or a body.
 */
const FIELDS = {
  request_id: '$context.requestId',
  extended_request_id: '$context.extendedRequestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  resource: '$context.resourcePath',
  status: '$context.status',
  bytes: '$context.responseLength',
  milliseconds: '$context.responseLatency',
  function_milliseconds: '$context.integrationLatency',
  function_request_id: '$context.integration.requestId',
  function_status: '$context.integration.status',
  function_error: '$context.integration.error',
  error: '$context.error.responseType',
};

/** Whom the authorizer has recognized, and the path with the identifiers in it. */
const CALLER_FIELDS = {
  path: '$context.path',
  tenant: '$context.authorizer.tenant_id',
  actor: '$context.authorizer.principalId',
  actor_kind: '$context.authorizer.kind',
  client: '$context.authorizer.client_id',
  authorizer_milliseconds: '$context.authorizer.integrationLatency',
};

/**
 * The format of the access log of an API. The paths of the identity service name sign-ins under way, and its
 * callers are not known before it has answered: its own log names them.
 */
export function buildAccessLogFormat(hasAuthorizer: boolean): AccessLogFormat {
  return AccessLogFormat.custom(JSON.stringify({ ...FIELDS, ...(hasAuthorizer && CALLER_FIELDS) }));
}
