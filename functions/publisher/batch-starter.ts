// Starts the work on batches from the receipts that accepted them: whatever was committed is started,
// and the name of the execution, which is the batch's, lets it be started once (ADR 045).
import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { SFNClientConfig } from '@aws-sdk/client-sfn';
import type { ReceiptRecord } from '../runtime/receipt-record.ts';
import { buildTimeBudget } from '../runtime/time-budget.ts';

interface ExecutionStart {
  readonly delivery: ReceiptRecord;
  readonly stateMachineArn: string;
  /** Of the batch, and so of the execution. */
  readonly name: string;
  readonly input: string;
}

const TIME_BUDGET = buildTimeBudget({ attempts: 4, milliseconds: 5_000 });

export class BatchStarter {
  readonly #client: SFNClient;
  readonly #machines: Readonly<Record<string, string>>;

  /** `machines` by the type of event that each is started by; `connection` is for programs outside of Lambda. */
  constructor(machines: Readonly<Record<string, string>>, connection: SFNClientConfig = {}) {
    this.#machines = machines;
    this.#client = new SFNClient({ ...TIME_BUDGET, ...connection });
  }

  /** Starts every batch that the deliveries accept; answers those that could not be, with the reason. */
  async start(deliveries: readonly ReceiptRecord[]): Promise<ReadonlyMap<ReceiptRecord, Error>> {
    const failed = new Map<ReceiptRecord, Error>();
    const starts = deliveries.flatMap((delivery) => this.#startsOf(delivery));
    const all = starts.map(async ({ delivery, ...start }) => {
      try {
        await this.#client.send(new StartExecutionCommand(start));
      } catch (error) {
        if (error instanceof ExecutionAlreadyExists) return;
        failed.set(delivery, error instanceof Error ? error : new Error(String(error)));
      }
    });
    await Promise.all(all);
    return failed;
  }

  #startsOf(delivery: ReceiptRecord): ExecutionStart[] {
    const { tenant, events = [] } = delivery.receipt ?? {};
    return events.flatMap(({ type, aggregateId: name }) => {
      const stateMachineArn = this.#machines[type];
      const input = JSON.stringify({ tenant, batchId: name });
      return stateMachineArn === undefined ? [] : [{ delivery, stateMachineArn, name, input }];
    });
  }
}
