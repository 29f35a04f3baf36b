// The largest request of each operation: its sample with all that its schema lets grow, and what only the domain
// limits, such as the steps of a workflow.
import type { OperationName } from '../../../functions/operations/operations.ts';
import type { SampleContext, SampleRequest } from '../../../tools/samples/sample.ts';
import { samples } from '../../../tools/samples/samples.ts';
import { findBodySchema } from '../contract/published-schemas.ts';
import { buildLargest } from './largest-body.ts';

/** Members that name a record, have a grammar of their own or must match another one. */
const KEPT = new Set([
  'account_id',
  'product_id',
  'target_id',
  'equity_account_code',
  'condition',
  'when',
  'pattern',
  'content',
  'size_bytes',
  'date_format',
  'url',
  'time_zone',
  'entity_name',
  'version',
  'event_ids',
  'parent',
  'order',
  'days_back',
  'days_ahead',
]);

/** A body, or a part of one. */
export type BodyMembers = Record<string, unknown>;
type BodyGrowth = (body: BodyMembers, context: SampleContext) => BodyMembers;

const buildQuotes = (characters: number) => '"'.repeat(characters);

/** Free JSON: a long name, and a value as long. */
const buildFreeJson = (bytes: number) => ({
  [buildQuotes(Math.floor(bytes / 4))]: buildQuotes(Math.floor(bytes / 4)),
});

const repeat = (
  value: unknown,
  count: number,
  change: (item: BodyMembers, index: number) => BodyMembers,
) =>
  Array.from({ length: count }, (_, index) => {
    const items = value as readonly BodyMembers[];
    return change({ ...items[index % items.length] }, index);
  });

const keep = (item: BodyMembers) => item;

const growSchema: BodyGrowth = ({ fields, ...body }) => ({
  ...body,
  // The whole definition has at most 256 KiB of JSON.
  fields: (fields as readonly BodyMembers[]).slice(0, 22),
});

const growWorkflow: BodyGrowth = ({ steps, ...body }) => ({
  ...body,
  steps: repeat(steps, 50, (step, index) => ({
    ...step,
    order: index + 1,
    parameters: index === 0 ? buildFreeJson(85_000) : {},
  })),
});

const growRule: BodyGrowth = (body) => ({
  ...body,
  condition: `posting.direction == "DEBIT" && "${'x'.repeat(1_900)}" != ""`,
  action: { type: 'DENY', ...buildFreeJson(9_800) },
  applies_to: Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(64, '"')),
});

const growTemplate: BodyGrowth = ({ lines, postings, ...body }) => ({
  ...body,
  lines: repeat(lines, 100, (line) => ({ ...line, placeholder: 'p'.repeat(64) })),
  postings: repeat(postings, 50, (posting) => ({ ...posting, placeholder: 'p'.repeat(64) })),
});

const growControls: BodyGrowth = ({ controls, ...body }) => ({
  ...body,
  // The whole change has at most 150,000 bytes.
  controls: repeat(controls, 50, (control) => ({
    ...control,
    when: `actor.kind == "SERVICE" && "${'x'.repeat(1_900)}" != ""`,
  })),
});

const growths: Partial<Record<OperationName, BodyGrowth>> = {
  createSchema: growSchema,
  importSchema: growSchema,
  createWorkflow: growWorkflow,
  createRule: growRule,
  updateRule: growRule,
  createPostingTemplate: growTemplate,
  replacePostingTemplate: growTemplate,
  replaceControls: growControls,
  upsertProduct: (body) => ({ ...body, config: buildFreeJson(98_000) }),
  executeWorkflow: ({ context }) => ({
    context: { ...(context as BodyMembers), ...buildFreeJson(200_000) },
  }),
  // The body has at most a mebibyte.
  postJournalEntries: ({ entries }) => ({
    entries: (entries as readonly BodyMembers[]).map(({ ledger_lines, ...entry }) => ({
      ...entry,
      ledger_lines: (ledger_lines as readonly BodyMembers[]).slice(0, 100),
    })),
  }),
  submitLegacyImport: (body, { unique }) => ({
    ...body,
    options: {
      header_mapping: Object.fromEntries(
        Array.from({ length: 230 }, () => [unique().padEnd(64, '"'), 'x'.repeat(128)]),
      ),
    },
  }),
  // A transaction has at most 100 items.
  postJournalEntry: ({ account_postings, ...body }) => ({
    ...body,
    account_postings: repeat(account_postings, 96, keep),
  }),
};

/** A request that succeeds, with everything at its largest. */
export async function buildLargestRequest(
  name: OperationName,
  context: SampleContext,
): Promise<SampleRequest> {
  const request = await samples[name](context);
  return enlargeRequest(name, request, context);
}

/** The same request with everything in its body at its largest. */
export function enlargeRequest(
  name: OperationName,
  request: SampleRequest,
  context: SampleContext,
): SampleRequest {
  const schema = findBodySchema(name);
  if (!schema || request.body === undefined) return request;
  const { unique } = context;
  const body = buildLargest(schema, request.body, { kept: KEPT, unique }) as BodyMembers;
  return { ...request, body: growths[name]?.(body, context) ?? body };
}
