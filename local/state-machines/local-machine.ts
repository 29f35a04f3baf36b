// Runs one state machine of the template: the deployed definition, with the template's functions as its
// tasks.
import { setTimeout as sleep } from 'node:timers/promises';
import type { StateMachine } from 'aws-local-stepfunctions';
import type { FunctionRunner } from '../lambda/functions.ts';
import { FunctionError } from '../lambda/function-error.ts';
import { isObject } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';
import type { MachineSettings, TaskTarget } from './definition.ts';
import type { Execution, ExecutionStore } from './execution-store.ts';
import { buildStatusChangeEvent } from './execution-ended.ts';
import type { StatusChangeEvent } from './execution-ended.ts';
import { buildExecutionArn } from './execution-arn.ts';
import { ServiceError } from '../http/service-error.ts';

export interface MachineOptions {
  readonly settings: MachineSettings;
  readonly store: ExecutionStore;
  readonly functions: Pick<FunctionRunner, 'invoke'>;
  /** Reports the end of an execution that did not succeed. */
  readonly ended: (event: StatusChangeEvent) => Promise<void>;
  readonly log: (line: string) => void;
}

const PAYLOAD_BYTES_MAX = 256 * 1024;
const STORE_PAUSE_MS = 1_000;

type TaskHandlers = Record<string, (input: Json) => Promise<Json>>;

export class LocalMachine {
  readonly #options: MachineOptions;
  readonly #handlers: TaskHandlers;
  readonly #aborts = new Map<string, () => void>();
  #interpreter: Promise<StateMachine> | undefined;
  #stopped = false;

  constructor(options: MachineOptions) {
    this.#options = options;
    const { tasks } = options.settings;
    const entries = [...tasks].map(([state, target]) => [
      state,
      (input: Json) => callTask(options.functions, target, input),
    ]);
    this.#handlers = Object.fromEntries(entries) as TaskHandlers;
  }

  /** Restarts the executions that an earlier runner did not finish. */
  resume(): number {
    const running = this.#options.store.running(this.#options.settings.name);
    running.forEach((execution) => void this.#run(execution));
    return running.length;
  }

  /**
   * As in Step Functions, a name can be used only once: a second start with the same input returns the
   * execution while it is running, and any other start is refused.
   */
  start(name: string, input: string): Execution {
    const { settings, store } = this.#options;
    const before = store.read(settings.name, name);
    if (before) {
      if (before.status === 'RUNNING' && before.input === input) return before;
      throw new ServiceError('ExecutionAlreadyExists', `The execution ${name} already exists.`);
    }
    const startedAt = Date.now();
    const execution = {
      machine: settings.name,
      name,
      input,
      status: 'RUNNING',
      startedAt,
    } as const;
    store.write(execution);
    void this.#run(execution);
    return execution;
  }

  describe(name: string): Execution {
    const execution = this.#options.store.read(this.#options.settings.name, name);
    if (execution) return execution;
    throw new ServiceError('ExecutionDoesNotExist', `The execution ${name} does not exist.`);
  }

  /** Running executions resume when the runner next starts. */
  stop() {
    this.#stopped = true;
    this.#aborts.forEach((abort) => abort());
  }

  async #run(execution: Execution) {
    const { log, settings } = this.#options;
    const outcome = await this.#outcome(execution);
    this.#aborts.delete(execution.name);
    if (this.#stopped) return;
    const ended = { ...execution, ...outcome, stoppedAt: Date.now() };
    // Report before storing: if the runner is killed in between, the next one repeats both.
    if (ended.status !== 'SUCCEEDED')
      await this.#options.ended(buildStatusChangeEvent(ended, settings));
    if (!(await this.#store(ended))) return;
    const why = ended.status === 'SUCCEEDED' ? '' : `: ${ended.error} ${ended.cause}`;
    log(`${settings.name}: execution ${execution.name} ${ended.status}${why}`);
  }

  /** Tries until the disk takes it; false when the runner stops first, and the next one repeats it. */
  async #store(execution: Execution): Promise<boolean> {
    const { store, log } = this.#options;
    while (!this.#stopped) {
      try {
        store.write(execution);
        return true;
      } catch (error) {
        log(`${execution.machine}: ${execution.name} cannot be stored: ${String(error)}`);
        await sleep(STORE_PAUSE_MS, undefined, { ref: false });
      }
    }
    return false;
  }

  async #outcome(execution: Execution): Promise<Pick<Execution, 'status' | 'output' | 'error'>> {
    try {
      const interpreter = await this.#load();
      const { result, abort } = interpreter.run(JSON.parse(execution.input) as Json, {
        overrides: { taskResourceLocalHandlers: this.#handlers },
        context: buildContext(execution, this.#options.settings),
      });
      this.#aborts.set(execution.name, abort);
      if (this.#stopped) abort();
      return { status: 'SUCCEEDED', output: JSON.stringify(await result) };
    } catch (error) {
      return toFailure(error);
    }
  }

  // Loaded on first use: the interpreter loads slowly, and a run without executions does not need it.
  // To validate a definition takes longer than most executions: a test does it for the template.
  async #load(): Promise<StateMachine> {
    this.#interpreter ??= import('aws-local-stepfunctions').then(
      ({ StateMachine: Interpreter }) =>
        new Interpreter(
          this.#options.settings.definition as unknown as ConstructorParameters<
            typeof Interpreter
          >[0],
          { validationOptions: { noValidate: true } },
        ),
    );
    return this.#interpreter;
  }
}

async function callTask(
  functions: Pick<FunctionRunner, 'invoke'>,
  { functionName, wrapped }: TaskTarget,
  input: Json,
): Promise<Json> {
  const invocation =
    wrapped && isObject(input) ? input : { FunctionName: functionName, Payload: input };
  try {
    const answer = await functions.invoke(String(invocation.FunctionName), invocation.Payload);
    refuseTooLarge(answer);
    return wrapped ? { StatusCode: 200, Payload: answer } : answer;
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    // Lambda reports an error to a state machine by its name, with the details as JSON text.
    const cause = { errorType: error.errorType, errorMessage: error.message };
    throw Object.assign(new Error(JSON.stringify(cause)), { name: error.errorType });
  }
}

function refuseTooLarge(answer: Json) {
  if (Buffer.byteLength(JSON.stringify(answer)) <= PAYLOAD_BYTES_MAX) return;
  const sentence = 'The answer of a task is larger than 256 KiB.';
  throw Object.assign(new Error(sentence), { name: 'States.DataLimitExceeded' });
}

function buildContext(
  { name, input, startedAt }: Execution,
  { arn, name: machine }: MachineSettings,
) {
  return {
    Execution: {
      Id: buildExecutionArn(arn, name),
      Input: JSON.parse(input) as Json,
      Name: name,
      StartTime: new Date(startedAt).toISOString(),
    },
    StateMachine: { Id: arn, Name: machine },
  };
}

function toFailure(error: unknown) {
  const { name, cause, message } = Object(error) as Error;
  if (name === 'ExecutionTimeoutError') {
    return { status: 'TIMED_OUT', error: 'States.Timeout', cause: message } as const;
  }
  const caught = Object(cause) as Partial<Error>;
  const failure = { error: caught.name ?? name, cause: caught.message ?? message };
  return { status: 'FAILED', ...failure } as const;
}
