// Calls the targets of the template's event rules that have a schedule. Like EventBridge, it makes up for
// no time that passed while it was stopped.
import { randomUUID } from 'node:crypto';
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject } from '../cloudformation/template.ts';
import type { JsonObject } from '../cloudformation/template.ts';
import { readFunctionName } from '../lambda/functions.ts';
import type { FunctionRunner } from '../lambda/functions.ts';
import { parseScheduleExpression } from './schedule-expression.ts';
import type { NextTime } from './schedule-expression.ts';

const POLL_INTERVAL_MS = 1_000;

export interface ScheduledRulesOptions {
  readonly functions: Pick<FunctionRunner, 'invoke'>;
  readonly log: (line: string) => void;
}

export interface ScheduledRules {
  /** Calls what is due by the time; a timer does so every second. */
  callDue(now: Date): Promise<void>;
  stop(): Promise<void>;
}

/** Throws for a schedule that the runner does not support. */
export function startScheduledRules(
  rules: readonly DeployedResource[],
  options: ScheduledRulesOptions,
): ScheduledRules {
  const now = new Date();
  const scheduled = rules.flatMap((rule) => readScheduledRules(rule, now));
  const callDue = async (at: Date) => {
    await Promise.all(scheduled.filter((rule) => rule.isDue(at)).map((rule) => rule.call(options)));
  };
  const timer = setInterval(() => void callDue(new Date()), POLL_INTERVAL_MS);
  return { callDue, stop: async () => clearInterval(timer) };
}

function readScheduledRules({ ref, region, account, properties }: DeployedResource, now: Date) {
  const { ScheduleExpression: expression, Targets: targets, State: state } = properties;
  if (typeof expression !== 'string' || state === 'DISABLED') return [];
  const arn = `arn:aws:events:${region}:${account}:rule/${ref}`;
  const next = parseScheduleExpression(expression);
  const listed = Array.isArray(targets) ? targets.filter(isObject) : [];
  return [new ScheduledRule({ arn, region, account, targets: listed }, next, now)];
}

interface RuleDescription {
  readonly arn: string;
  readonly region: string;
  readonly account: string;
  readonly targets: readonly JsonObject[];
}

class ScheduledRule {
  readonly #rule: RuleDescription;
  readonly #next: NextTime;
  #madeAt: Date;
  #seenAt: Date;
  #due: Date | undefined;
  #isRunning = false;

  constructor(rule: RuleDescription, next: NextTime, now: Date) {
    this.#rule = rule;
    this.#next = next;
    this.#madeAt = now;
    this.#seenAt = now;
    this.#due = next(now, now);
  }

  /** Whether a time of the schedule has passed; each counts once. */
  isDue(now: Date): boolean {
    // A clock that was set back must not keep the rule from being called until it has caught up.
    if (now < this.#seenAt) {
      this.#madeAt = now;
      this.#due = this.#next(now, now);
    }
    this.#seenAt = now;
    if (this.#due === undefined || this.#due > now) return false;
    this.#due = this.#next(now, this.#madeAt);
    return true;
  }

  /** While a call lasts, further ones are left out, as if one execution of the function were reserved. */
  async call(options: ScheduledRulesOptions): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const { targets } = this.#rule;
    await Promise.all(targets.map((target) => this.#callTarget(target, options)));
    this.#isRunning = false;
  }

  async #callTarget(target: JsonObject, { functions, log }: ScheduledRulesOptions): Promise<void> {
    const name = readFunctionName(String(target.Arn));
    try {
      const { Input: input } = target;
      const event: unknown = typeof input === 'string' ? JSON.parse(input) : this.#buildEvent();
      await functions.invoke(name, event);
    } catch (error) {
      log(`${name}, called by its schedule, failed: ${String(error)}`);
    }
  }

  #buildEvent(): object {
    const { arn, region, account } = this.#rule;
    return {
      version: '0',
      id: randomUUID(),
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account,
      time: `${this.#seenAt.toISOString().slice(0, 19)}Z`,
      region,
      resources: [arn],
      detail: {},
    };
  }
}
