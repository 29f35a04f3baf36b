import type { ITable } from 'aws-cdk-lib/aws-dynamodb';

/** The tables of a stage that its functions use. */
export interface LedgerTables {
  readonly ledger: ITable;
  readonly receipts: ITable;
  readonly projections: ITable;
  readonly webhooks: ITable;
  /** Where requests wait for contended accounts, on a stage where they do. */
  readonly intents?: ITable;
}
