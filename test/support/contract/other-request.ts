// A second request of an operation, for an Idempotency-Key that was used for the first.
import { isDeepStrictEqual } from 'node:util';
import type { OperationName } from '../../../functions/operations/operations.ts';
import type { SampleRequest } from '../../../tools/samples/sample.ts';
import { listEdges } from '../invariants/contract-breaches.ts';
import { findBodySchema } from './published-schemas.ts';

// Used where invalid values would be refused before the key is read, or where there are none.
const OTHERWISE: Partial<Record<OperationName, object>> = {
  createWebhook: { description: 'Another one' },
  postJournalEntry: { description: 'Another one' },
  updateGeneralLedgerSettings: { time_zone: 'UTC' },
  generateProductConfiguration: { jurisdiction: 'FR' },
  requestRegulatoryExport: { legal_basis_code: 'ANOTHER-ACT' },
};

const OTHER_PATHS: Partial<Record<OperationName, Record<string, string>>> = {
  closeGeneralLedgerPeriod: { period: '2018-01' },
  reopenGeneralLedgerPeriod: { period: '2018-01' },
  closeGeneralLedgerYear: { year: '2017-01' },
};

/** A different request of the operation; undefined where only one request exists. */
export function buildOtherRequest(
  name: OperationName,
  request: SampleRequest,
): SampleRequest | undefined {
  const { path, body } = request;
  const inPath = OTHER_PATHS[name];
  if (inPath) return { ...request, path: inPath };
  const [parameter, value] = Object.entries(path ?? {}).at(-1) ?? [];
  if (parameter !== undefined) return { ...request, path: { ...path, [parameter]: `${value}x` } };
  const schema = findBodySchema(name);
  if (schema === undefined) return undefined;
  const otherwise = OTHERWISE[name];
  if (otherwise) return { ...request, body: { ...(body as object), ...otherwise } };
  const [edge] = listEdges(schema, body).filter((one) => !isDeepStrictEqual(one.value, body));
  if (!edge) throw new Error(`There is no other request of ${name}.`);
  return { ...request, body: edge.value };
}
