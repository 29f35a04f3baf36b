// AWS's prices, as inputs: nothing here is measured, and readers with other terms change them here.

/** The region of all prices. */
export const REGION = 'us-east-1';

/** The date when the prices were found, in articles that quote AWS's pages. */
export const PRICES_AS_OF = '2026-11-20';

/** That many millionths of a dollar for that many of the unit. */
export interface Price {
  readonly microDollars: bigint;
  readonly per: bigint;
  /** The unit as printed after "for". */
  readonly unit: string;
  /** AWS's own page, which is authoritative. */
  readonly source: string;
}

const MILLION = 1_000_000n;
const GIGABYTE = 1_024n ** 3n;
const DYNAMODB = 'https://aws.amazon.com/dynamodb/pricing/on-demand/';
const LAMBDA = 'https://aws.amazon.com/lambda/pricing/';
const CLOUDWATCH = 'https://aws.amazon.com/cloudwatch/pricing/';
const KMS = 'https://aws.amazon.com/kms/pricing/';
const BACKUP = 'https://aws.amazon.com/backup/pricing/';
const S3 = 'https://aws.amazon.com/s3/pricing/';

/**
 * List prices of the first tier, without free tiers and discounts. Quantities are counted in the
 * base unit of `unit`; `per` of them have AWS's price.
 */
export const PRICES = {
  writeUnits: {
    microDollars: 625_000n,
    per: MILLION,
    unit: 'million write request units',
    source: DYNAMODB,
  },
  readUnits: {
    microDollars: 125_000n,
    per: MILLION,
    unit: 'million read request units',
    source: DYNAMODB,
  },
  tableBytes: {
    microDollars: 250_000n,
    per: GIGABYTE,
    unit: 'GB in a table for a month',
    source: DYNAMODB,
  },
  recoveryBytes: {
    microDollars: 200_000n,
    per: GIGABYTE,
    unit: 'GB of a table with point-in-time recovery for a month',
    source: DYNAMODB,
  },
  invocations: {
    microDollars: 200_000n,
    per: MILLION,
    unit: 'million invocations of a function',
    source: LAMBDA,
  },
  megabyteMs: {
    microDollars: 13_333_400n,
    per: MILLION * 1_024n * 1_000n,
    unit: 'million GB-seconds of a function on Arm',
    source: LAMBDA,
  },
  gatewayRequests: {
    microDollars: 3_500_000n,
    per: MILLION,
    unit: 'million requests to a REST API',
    source: 'https://aws.amazon.com/api-gateway/pricing/',
  },
  logBytes: {
    microDollars: 500_000n,
    per: GIGABYTE,
    unit: 'GB of logs ingested',
    source: CLOUDWATCH,
  },
  keptLogBytes: {
    microDollars: 30_000n,
    per: GIGABYTE,
    unit: 'GB of logs stored for a month',
    source: CLOUDWATCH,
  },
  alarms: { microDollars: 100_000n, per: 1n, unit: 'alarm metric', source: CLOUDWATCH },
  metrics: { microDollars: 300_000n, per: 1n, unit: 'custom metric', source: CLOUDWATCH },
  dashboards: { microDollars: 3_000_000n, per: 1n, unit: 'dashboard', source: CLOUDWATCH },
  traces: {
    microDollars: 5_000_000n,
    per: MILLION,
    unit: 'million traces recorded',
    source: 'https://aws.amazon.com/xray/pricing/',
  },
  keys: { microDollars: 1_000_000n, per: 1n, unit: 'KMS key for a month', source: KMS },
  keyRequests: { microDollars: 30_000n, per: 10_000n, unit: '10,000 KMS requests', source: KMS },
  signatures: {
    microDollars: 150_000n,
    per: 10_000n,
    unit: '10,000 signatures of KMS',
    source: KMS,
  },
  secrets: {
    microDollars: 400_000n,
    per: 1n,
    unit: 'secret for a month',
    source: 'https://aws.amazon.com/secrets-manager/pricing/',
  },
  events: {
    microDollars: 1_000_000n,
    per: MILLION,
    unit: 'million events put on an EventBridge bus',
    source: 'https://aws.amazon.com/eventbridge/pricing/',
  },
  transitions: {
    microDollars: 25_000n,
    per: 1_000n,
    unit: '1,000 state transitions of Step Functions',
    source: 'https://aws.amazon.com/step-functions/pricing/',
  },
  objectBytes: { microDollars: 23_000n, per: GIGABYTE, unit: 'GB in S3 for a month', source: S3 },
  objectWrites: { microDollars: 5_000n, per: 1_000n, unit: '1,000 writes to S3', source: S3 },
  sentBytes: {
    microDollars: 90_000n,
    per: GIGABYTE,
    unit: 'GB sent to the internet',
    source: 'https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer',
  },
} satisfies Record<string, Price>;

export type PriceName = keyof typeof PRICES;

/** Prices of what a stage has only by a setting, which no bill includes. */
export const BACKUP_PRICES = {
  backupBytes: {
    microDollars: 100_000n,
    per: GIGABYTE,
    unit: 'GB of a backup of a table for a month',
    source: BACKUP,
  },
  copiedBytes: {
    microDollars: 20_000n,
    per: GIGABYTE,
    unit: 'GB of a backup copied to another region',
    source: BACKUP,
  },
} as const satisfies Readonly<Record<string, Price>>;
