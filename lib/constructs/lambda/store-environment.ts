import type { OperationGrant } from '../../../functions/operations/operations.ts';
import type { Stage } from '../../config/stages.ts';
import type { StoreResources } from './grants.ts';

/** Builds the variables that name the tables and the bucket that a function uses. */
export function buildStoreEnvironment(
  uses: readonly OperationGrant[],
  { tables, identityTable, artifacts, evidence, stage }: StoreResources & { readonly stage: Stage },
): Record<string, string> {
  const usesArtifacts = uses.some((use) => use.startsWith('artifacts'));
  return {
    LEDGER_TABLE: tables.ledger.tableName,
    RECEIPTS_TABLE: tables.receipts.tableName,
    WRITE_SHARDS: String(stage.writeShards),
    ...(uses.some((use) => use.startsWith('projections')) && {
      PROJECTIONS_TABLE: tables.projections.tableName,
      GENERATION_REUSE_MS: String(stage.generationReuseMs),
    }),
    ...(uses.some((use) => use.startsWith('intents')) && {
      INTENTS_TABLE: tables.intents?.tableName ?? '',
    }),
    ...(uses.some((use) => use.startsWith('webhooks')) && {
      WEBHOOKS_TABLE: tables.webhooks.tableName,
    }),
    ...(uses.some((use) => use.startsWith('identity')) && {
      IDENTITY_TABLE: identityTable?.tableName ?? '',
    }),
    ...(usesArtifacts && {
      ARTIFACTS_BUCKET: artifacts?.bucketName ?? '',
      ARTIFACT_LOCK_MODE: stage.artifactLock,
    }),
    ...(uses.some((use) => use.startsWith('evidence')) && {
      EVIDENCE_BUCKET: evidence?.bucketName ?? '',
    }),
  };
}

/** Builds the variable that says whom webhooks may call. */
export function buildReachEnvironment({ webhookReach }: Stage): Readonly<Record<string, string>> {
  return { WEBHOOK_REACH: webhookReach };
}

/** Builds the variable that names the console to a function that answers requests. */
export function buildConsoleEnvironment(
  consoleOrigin: string | undefined,
): Readonly<Record<string, string>> {
  return consoleOrigin === undefined ? {} : { CONSOLE_ORIGIN: consoleOrigin };
}
