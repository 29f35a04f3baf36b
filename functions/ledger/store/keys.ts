// Every key starts with the tenant: isolation is visible in the key, and an IAM policy can enforce it.
import type { AuditIndex } from '../../domain/audit/audit-events.ts';
import { isListProjection, splitListedId } from '../../domain/projections/projector.ts';
import type {
  LedgerLinePosition,
  LedgerPosition,
} from '../../domain/projections/general-ledger.ts';
import type { ReadModelName } from '../../domain/projections/projector.ts';
import type { VersionPosition } from '../../domain/versions/versioned-nouns.ts';
import type { RecordKind } from '../record-kinds.ts';
import { readShard } from './ids.ts';

export interface Key {
  readonly PK: string;
  readonly SK: string;
}

/** The whole key as one string, for maps and sets. */
export function formatKey({ PK, SK }: Key): string {
  return `${PK} ${SK}`;
}

/** The kinds of requests: account lifecycle, financial adjustments, general ledger, changes under control. */
export type RequestKind = Extract<RecordKind, 'LCR' | 'FAR' | 'GLR' | 'CHG'>;

/** With a separator in its name, a tenant could form the keys of another. */
export const TENANT = /^[A-Za-z0-9_-]{1,64}$/;

/** The tenant that owns a partition key. */
export function readKeyTenant(partition: string): string {
  const tenant = partition.split('#')[1] ?? '';
  if (!TENANT.test(tenant)) throw new TypeError('not the key of a tenant');
  return tenant;
}

export interface ProjectionGeneration {
  readonly projection: ReadModelName;
  /** Each rebuild fills a new generation; a number is never reused. */
  readonly generation: number;
}

function buildPartitionKey(tenant: string, kind: RecordKind, ...parts: readonly string[]): string {
  return [buildTenantKey(tenant), kind, ...parts].join('#');
}

// The key of an item that is alone in its partition.
function buildSoleKey(tenant: string, kind: RecordKind, item: string, ...parts: string[]): Key {
  return { PK: buildPartitionKey(tenant, kind, ...parts), SK: item };
}

function buildTenantKey(tenant: string): string {
  if (!TENANT.test(tenant)) throw new TypeError('not a tenant');
  return `T#${tenant}`;
}

export const keys = {
  /** The prefix of every partition key of the tenant. */
  tenant: (tenant: string): string => `${buildTenantKey(tenant)}#`,

  /** The account's terms, listed by shard. */
  account: (tenant: string, id: string): Key => ({
    PK: buildPartitionKey(tenant, 'ACC', readShard(id)),
    SK: id,
  }),
  accounts: (tenant: string, shard: string): string => buildPartitionKey(tenant, 'ACC', shard),
  /** Reserves an account's external id, and finds the account by it. */
  externalId: (tenant: string, externalId: string): Key =>
    buildSoleKey(tenant, 'AXI', 'A', externalId),

  /** The account's balance and status, in a small item because every posting replaces it. */
  balance: (tenant: string, accountId: string): Key => buildSoleKey(tenant, 'BAL', 'B', accountId),
  /** The number of the account's open loans. */
  openLoans: (tenant: string, accountId: string): Key =>
    buildSoleKey(tenant, 'OPL', 'L', accountId),

  /** The account's entries in posting order. */
  entry: (tenant: string, accountId: string, postedAt: string, sequence: number): Key => ({
    PK: keys.entries(tenant, accountId),
    SK: `${postedAt}#${sequence.toString().padStart(12, '0')}`,
  }),
  entries: (tenant: string, accountId: string): string =>
    buildPartitionKey(tenant, 'ENT', accountId),

  /** Journal entries, listed and exported by shard. */
  journalEntry: (tenant: string, id: string): Key => ({
    PK: buildPartitionKey(tenant, 'JRN', readShard(id)),
    SK: id,
  }),
  journal: (tenant: string, shard: string): string => buildPartitionKey(tenant, 'JRN', shard),
  /** The mark of a reversed journal entry or loan transaction, with the id of its reversal. */
  reversal: (tenant: string, reversedId: string): Key =>
    buildSoleKey(tenant, 'REV', 'R', reversedId),

  /**
   * A product with its rules, which postings read in one query; its versions are in the same partition.
   */
  product: (tenant: string, id: string): Key => ({ PK: keys.productParts(tenant, id), SK: 'P' }),
  rule: (tenant: string, productId: string, id: string): Key => ({
    PK: keys.productParts(tenant, productId),
    SK: `R#${id}`,
  }),
  productVersion: (tenant: string, id: string, version: number): Key => ({
    PK: keys.productParts(tenant, id),
    SK: `V#${version.toString().padStart(12, '0')}`,
  }),
  productParts: (tenant: string, id: string): string => buildPartitionKey(tenant, 'PRO', id),
  /** The newest version of every product, listed by id; a tenant has few. */
  listedProduct: (tenant: string, id: string): Key => ({ PK: keys.products(tenant), SK: id }),
  products: (tenant: string): string => buildPartitionKey(tenant, 'PRD'),
  /** The tenant's product configuration: what it was generated from. */
  productConfiguration: (tenant: string): Key => buildSoleKey(tenant, 'CFG', 'C'),

  /** The chart of accounts, listed by code. */
  generalLedgerAccount: (tenant: string, code: string): Key => ({
    PK: keys.generalLedgerAccounts(tenant),
    SK: code,
  }),
  generalLedgerAccounts: (tenant: string): string => buildPartitionKey(tenant, 'GLA'),
  /** The settings of the tenant's general ledger. */
  generalLedgerSettings: (tenant: string): Key => buildSoleKey(tenant, 'GLS', 'S'),
  /** The controls of the tenant, in one item. */
  controls: (tenant: string): Key => buildSoleKey(tenant, 'CTL', 'C'),

  /** The accounting periods that have been closed at least once, in order. */
  generalLedgerPeriod: (tenant: string, period: string): Key => ({
    PK: keys.generalLedgerPeriods(tenant),
    SK: period,
  }),
  generalLedgerPeriods: (tenant: string): string => buildPartitionKey(tenant, 'GLP'),

  /** Loans with their amounts, listed by shard. */
  loan: (tenant: string, id: string): Key => ({ PK: keys.loans(tenant, readShard(id)), SK: id }),
  loans: (tenant: string, shard: string): string => buildPartitionKey(tenant, 'LON', shard),

  /** A loan's transactions in posting order. */
  transaction: (tenant: string, loanId: string, id: string): Key => ({
    PK: keys.transactions(tenant, loanId),
    SK: id,
  }),
  transactions: (tenant: string, loanId: string): string =>
    buildPartitionKey(tenant, 'LTX', loanId),

  /** Requests that a checker decides, listed by shard, newest first. */
  request: (tenant: string, kind: RequestKind, id: string): Key => ({
    PK: keys.requests(tenant, kind, readShard(id)),
    SK: id,
  }),
  requests: (tenant: string, kind: RequestKind, shard: string): string =>
    buildPartitionKey(tenant, kind, shard),
  /** Partitions of the indexes: requests by state, and requests by subject and state. */
  requestsByState: (tenant: string, kind: RequestKind, state: string): string =>
    buildPartitionKey(tenant, kind, 'S', state),
  requestsBySubject: (tenant: string, kind: RequestKind, subject: string, state: string): string =>
    buildPartitionKey(tenant, kind, 'A', subject, state),
  /** Partitions of the index of all requests by time: those that wait, and those that are decided. */
  requestsByTime: (tenant: string, isPending: boolean): string =>
    `${keys.tenant(tenant)}REQUESTS#${isPending ? 'PENDING' : 'DECIDED'}`,

  /** The newest version of each entity schema, listed by shard. */
  schema: (tenant: string, id: string): Key => ({
    PK: keys.schemas(tenant, readShard(id)),
    SK: id,
  }),
  schemas: (tenant: string, shard: string): string => buildPartitionKey(tenant, 'SCH', shard),
  /** Reserves the name of an entity: at most one schema has it. */
  schemaName: (tenant: string, entityName: string): Key =>
    buildSoleKey(tenant, 'SCN', 'N', entityName),
  /** Every version of a schema, oldest first. */
  schemaVersion: (tenant: string, id: string, version: number): Key => ({
    PK: buildPartitionKey(tenant, 'SCV', id),
    SK: version.toString().padStart(12, '0'),
  }),

  /** Batches, newest first, in one partition: a tenant has few. */
  batch: (tenant: string, id: string): Key => ({ PK: keys.batches(tenant), SK: id }),
  batches: (tenant: string): string => buildPartitionKey(tenant, 'BAT'),

  /** Workflows, listed by shard. */
  workflow: (tenant: string, id: string): Key => ({
    PK: keys.workflows(tenant, readShard(id)),
    SK: id,
  }),
  workflows: (tenant: string, shard: string): string => buildPartitionKey(tenant, 'WFL', shard),
  /** Workflows, listed by trigger. */
  workflowByTrigger: (tenant: string, trigger: string, id: string): Key => ({
    PK: keys.workflowsByTrigger(tenant, trigger),
    SK: id,
  }),
  workflowsByTrigger: (tenant: string, trigger: string): string =>
    buildPartitionKey(tenant, 'WFT', trigger),
  /** The workflow that was created from a preset: at most one. */
  workflowPreset: (tenant: string, preset: string): Key => buildSoleKey(tenant, 'WFP', 'P', preset),

  /** Executions of a workflow, listed by shard, newest first. */
  execution: (tenant: string, workflowId: string, id: string): Key => ({
    PK: keys.executions(tenant, workflowId, readShard(id)),
    SK: id,
  }),
  executions: (tenant: string, workflowId: string, shard: string): string =>
    buildPartitionKey(tenant, 'EXE', workflowId, shard),
  /** The workflow of an execution. */
  executionPlace: (tenant: string, id: string): Key => buildSoleKey(tenant, 'EXI', 'W', id),

  /** The receipt of a mutation; the client's key comes last, so that it cannot imitate another part. */
  receipt: (tenant: string, idempotencyKey: string): Key =>
    buildSoleKey(tenant, 'RCP', 'R', idempotencyKey),

  /** The records of a read model in one generation, by the id of their subject. */
  projection: (tenant: string, generation: ProjectionGeneration, entityId: string): Key => {
    if (!isListProjection(generation.projection)) {
      return { PK: keys.projections(tenant, generation), SK: entityId };
    }
    const { list, id } = splitListedId(entityId);
    return { PK: keys.projectedList(tenant, generation, list), SK: id };
  },
  projections: (tenant: string, { projection, generation }: ProjectionGeneration): string =>
    buildPartitionKey(tenant, 'PRJ', projection, `G${generation}`),
  /** One list of a list projection; the value of its filter comes last and may hold any character. */
  projectedList: (tenant: string, generation: ProjectionGeneration, list: string): string =>
    `${keys.projections(tenant, generation)}#${list}`,
  /** A ledger line of a code. Each code has a partition, so that codes do not share its limit. */
  ledgerLine: (tenant: string, generation: number, line: LedgerLinePosition): Key => ({
    PK: keys.ledgerLines(tenant, generation, line.accountCode),
    SK: `${line.currency}#${line.date}#${line.journalEntryId}#${line.position.toString().padStart(4, '0')}`,
  }),
  /** What an entry recorded on a control account. No currency is `D`, so it is not among the lines. */
  ledgerDifference: (tenant: string, generation: number, difference: LedgerPosition): Key => ({
    PK: keys.ledgerLines(tenant, generation, difference.accountCode),
    SK: `D#${difference.currency}#${difference.date}#${difference.journalEntryId}`,
  }),
  ledgerLines: (tenant: string, generation: number, accountCode: string): string =>
    `${keys.projections(tenant, { projection: 'general_ledger', generation })}#${accountCode}`,
  /** The audit events of one generation, newest last, under each key by which they are found. */
  auditEvent: (
    tenant: string,
    generation: number,
    index: AuditIndex,
    { at, id }: { readonly at: string; readonly id: string },
  ): Key => ({ PK: keys.auditEvents(tenant, generation, index), SK: `${at}#${id}` }),
  auditEvents: (tenant: string, generation: number, { by, value }: AuditIndex): string =>
    buildPartitionKey(tenant, 'AUD', `G${generation}`, by, ...(value === undefined ? [] : [value])),
  /** A version of a noun in one generation. The identifier comes last and may hold any character. */
  recordVersion: (tenant: string, generation: number, of: VersionPosition): Key => ({
    PK: buildPartitionKey(tenant, 'VER', `G${generation}`, of.noun, JSON.stringify(of.id)),
    SK: of.version.toString().padStart(12, '0'),
  }),
  /** The status of a tenant's projections. */
  projectionStatus: (tenant: string): Key => buildSoleKey(tenant, 'PRS', 'S'),
};
