// What the tables of docs/costs.md call each price.
import type { PriceName } from './prices.ts';

export const PRICE_TITLES: Readonly<Record<PriceName, string>> = {
  writeUnits: 'DynamoDB writes',
  readUnits: 'DynamoDB reads',
  tableBytes: 'DynamoDB storage',
  recoveryBytes: 'point-in-time recovery',
  invocations: 'Lambda invocations',
  megabyteMs: 'Lambda time',
  gatewayRequests: 'API Gateway',
  logBytes: 'log ingestion',
  keptLogBytes: 'log storage',
  alarms: 'alarms',
  metrics: 'metrics',
  dashboards: 'dashboard',
  traces: 'traces',
  keys: 'KMS keys',
  keyRequests: 'KMS requests',
  signatures: 'KMS signatures',
  secrets: 'secret',
  events: 'EventBridge',
  transitions: 'Step Functions',
  objectBytes: 'exports and evidence in S3',
  objectWrites: 'S3 writes',
  sentBytes: 'answers sent',
};
