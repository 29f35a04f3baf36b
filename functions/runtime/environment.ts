// The one place that reads the environment: checked when a container starts, loudly.

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`environment variable ${name} is missing`);
  return value;
}

function positive(name: string): number {
  const value = Number(required(name));
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} is not a positive number`);
  return value;
}

/** Where the ledger is kept, for functions whose row uses it. */
export function ledgerEnvironment() {
  return {
    ledgerTable: required('LEDGER_TABLE'),
    receiptsTable: required('RECEIPTS_TABLE'),
    shards: positive('WRITE_SHARDS'),
  };
}
