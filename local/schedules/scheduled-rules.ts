// Calls the targets of the template's event rules that have a schedule. Like EventBridge, it makes up for
// no time that passed while it was stopped.
import { randomUUID } from 'node:crypto';
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { callRuleTarget, readRuleTargets } from './rule-target.ts';
import type { RuleCalls, RuleTarget } from './rule-target.ts';
import { parseScheduleExpression } from './schedule-expression.ts';
import type { NextTime } from './schedule-expression.ts';

const POLL_INTERVAL_MS = 1_000;

export interface ScheduledRules {
  /** Calls what is due by the time; a timer does so every second. */
  callDue(now: Date): Promise<void>;
  stop(): Promise<void>;
}

/** Throws for a schedule that the runner does not support. */
export function startScheduledRules(
  rules: readonly DeployedResource[],
  options: RuleCalls,
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
  const called = readRuleTargets(ref, targets);
  return [new ScheduledRule({ arn, region, account, targets: called }, next, now)];
}

interface RuleDescription {
  readonly arn: string;
  readonly region: string;
  readonly account: string;
  readonly targets: readonly RuleTarget[];
}

class ScheduledRule {
  readonly #rule: RuleDescription;
  readonly #next: NextTime;
  #madeAt: Date;
  #seenAt: Date;
  #due: Date | undefined;
  readonly #running = new Set<RuleTarget>();

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

  /** While a call of a target lasts, further ones are left out; other targets and rules do not wait for it. */
  async call(options: RuleCalls): Promise<void> {
    const targets = this.#rule.targets.filter((target) => !this.#running.has(target));
    await Promise.all(targets.map((target) => this.#callTarget(target, options)));
  }

  async #callTarget(target: RuleTarget, calls: RuleCalls): Promise<void> {
    const { input } = target;
    this.#running.add(target);
    try {
      const event = typeof input === 'string' ? (JSON.parse(input) as object) : this.#buildEvent();
      await callRuleTarget(target, event, calls);
    } finally {
      this.#running.delete(target);
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
