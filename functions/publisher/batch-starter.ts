// Starts the state machine of each accepted batch, from the receipt that accepted it. The execution has
// the batch's id as its name, so that it starts only once (ADR 045).
import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { SFNClientConfig } from '@aws-sdk/client-sfn';
import type { ReceiptRecord } from '../runtime/receipt-record.ts';
import { buildTimeBudget } from '../runtime/time-budget.ts';

interface ExecutionStart {
  readonly record: ReceiptRecord;
  readonly stateMachineArn: string;
  /** The batch id, which names the execution. */
  readonly name: string;
  readonly input: string;
}

const TIME_BUDGET = buildTimeBudget({ attempts: 4, milliseconds: 5_000 });

export class BatchStarter {
  readonly #client: SFNClient;
  readonly #machines: Readonly<Record<string, string>>;

  /**
   * `machines` maps each event type to the machine that it starts; `connection` is for programs outside
   * Lambda.
   */
  constructor(machines: Readonly<Record<string, string>>, connection: SFNClientConfig = {}) {
    this.#machines = machines;
    this.#client = new SFNClient({ ...TIME_BUDGET, ...connection });
  }

  /** Starts every batch that the records accept; returns the records that failed, with the reason. */
  async start(records: readonly ReceiptRecord[]): Promise<ReadonlyMap<ReceiptRecord, Error>> {
    const failed = new Map<ReceiptRecord, Error>();
    const starts = records.flatMap((record) => this.#startsOf(record));
    const all = starts.map(async ({ record, ...start }) => {
      try {
        await this.#client.send(new StartExecutionCommand(start));
      } catch (error) {
        if (error instanceof ExecutionAlreadyExists) return;
        failed.set(record, error instanceof Error ? error : new Error(String(error)));
      }
    });
    await Promise.all(all);
    return failed;
  }

  #startsOf(record: ReceiptRecord): ExecutionStart[] {
    const { tenant, events = [] } = record.receipt ?? {};
    return events.flatMap(({ type, aggregateId: name }) => {
      const stateMachineArn = this.#machines[type];
      const input = JSON.stringify({ tenant, batchId: name });
      return stateMachineArn === undefined ? [] : [{ record, stateMachineArn, name, input }];
    });
  }
}
