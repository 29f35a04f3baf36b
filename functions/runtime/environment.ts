// The one place that reads the environment: checked when a container starts, loudly.

/** Throws when the variable is missing: a function without its configuration must not start. */
export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`environment variable ${name} is not set`);
  return value;
}

function positive(name: string): number {
  const value = Number(environment(name));
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} is not a positive number`);
  return value;
}

/** Where the ledger is kept, for functions whose row uses it. */
export function ledgerEnvironment() {
  return {
    ledgerTable: environment('LEDGER_TABLE'),
    receiptsTable: environment('RECEIPTS_TABLE'),
    projectionsTable: process.env['PROJECTIONS_TABLE'],
    shards: positive('WRITE_SHARDS'),
  };
}

/** Where artifacts are kept. */
export function vaultEnvironment() {
  return {
    bucket: environment('ARTIFACTS_BUCKET'),
    lockMode: environment('ARTIFACT_LOCK_MODE') as 'COMPLIANCE' | 'GOVERNANCE',
  };
}

/** The ARN of the state machine that each type of event starts. */
export function machinesEnvironment(): Readonly<Record<string, string>> {
  return JSON.parse(environment('STATE_MACHINES')) as Record<string, string>;
}

/** How long after its period an export reads, in seconds. */
export function settleSeconds(): number {
  return Number(environment('SETTLE_SECONDS'));
}

/** How long the report of an import cannot be deleted, in days from the request on. */
export function importRetentionDays(): number {
  return positive('IMPORT_RETENTION_DAYS');
}

/** What the API reference is of, and whom its reader signs in with. */
export function referenceEnvironment() {
  return {
    api: environment('API'),
    issuers: process.env['ISSUERS'],
    clientId: environment('REFERENCE_CLIENT_ID'),
  };
}

/** The bus that events are published on. */
export function publisherEnvironment() {
  return { bus: environment('EVENT_BUS') };
}
