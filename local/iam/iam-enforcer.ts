// Decides whether the caller's role grants a call, and records which grants the calls need.
import type { IamContext } from './conditions.ts';
import { evaluateNeed } from './policy-evaluation.ts';
import type { IamNeed, IamRule, IamVerdict } from './policy-evaluation.ts';

/** A caller: a function, a state machine, a schedule's role or a role that functions assume. */
export interface IamPrincipal {
  readonly name: string;
  readonly roleArn: string;
  readonly rules: readonly IamRule[];
}

/** What a principal has assumed a role for. */
export interface IamSession {
  readonly roleArn: string;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
}

export interface IamGrant {
  readonly principal: string;
  readonly action: string;
  readonly resource: string;
}

export class IamEnforcer {
  readonly #principals: Map<string, { principal: IamPrincipal; rules: readonly IamRule[] }>;
  readonly #sessions = new Map<string, IamSession>();
  /** The rules that were the only one to allow some call. */
  readonly #needed = new Set<IamRule>();
  readonly #log: (line: string) => void;

  constructor(principals: readonly IamPrincipal[], log: (line: string) => void) {
    this.#principals = new Map(
      principals.map((principal) => [principal.name, { principal, rules: principal.rules }]),
    );
    this.#log = log;
  }

  knows(name: string): boolean {
    return this.#principals.has(name) || this.#sessions.has(name);
  }

  /** From now on, the access key id has the grants of the session's role. */
  openSession(accessKeyId: string, session: IamSession): void {
    if (!this.#principals.has(session.roleArn))
      throw new Error(`The local runner knows no role ${session.roleArn} that can be assumed.`);
    this.#sessions.set(accessKeyId, session);
  }

  /** Returns AWS's message for a denied call, or undefined if all its needs are granted. */
  denial(name: string, needs: readonly IamNeed[]): string | undefined {
    const session = this.#sessions.get(name);
    const found = this.#principals.get(session?.roleArn ?? name);
    if (!found) return undefined;
    if (session && session.expiresAt.getTime() <= Date.now())
      return 'The security token included in the request is expired';
    const caller = { ...found.principal, ...(session && { name: session.name }) };
    for (const need of needs) {
      const context = { ...need.context, ...(session && listPrincipalTags(session)) };
      const verdict = evaluateNeed(found.rules, { ...need, context });
      if (verdict.only) this.#needed.add(verdict.only);
      if (verdict.kind === 'allowed') continue;
      const sentence = describeDenial(caller, need, verdict);
      this.#log(`Policy: ${sentence}`);
      return sentence;
    }
    return undefined;
  }

  /** Lists everything that the roles allow, one action on one resource at a time. */
  grants(): IamGrant[] {
    return this.#allowing(() => true);
  }

  /** Lists the grants that no call has needed so far; each of them could be removed. */
  unneeded(): IamGrant[] {
    return this.#allowing((rule) => !this.#needed.has(rule));
  }

  /** Removes one grant until the returned function restores it. */
  withdraw({ principal: name, action, resource }: IamGrant): () => void {
    const found = this.#principals.get(name);
    const rules = found?.rules ?? [];
    const left = rules.filter(
      (rule) => rule.action.text !== action || rule.resource.text !== resource,
    );
    if (!found || left.length === rules.length) {
      throw new Error(`${name} has no grant of ${action} on ${resource}.`);
    }
    found.rules = left;
    return () => {
      found.rules = rules;
    };
  }

  #allowing(wanted: (rule: IamRule) => boolean): IamGrant[] {
    return [...this.#principals].flatMap(
      ([
        name,
        {
          principal: { rules },
        },
      ]) =>
        rules
          .filter((rule) => rule.effect === 'Allow' && wanted(rule))
          .map((rule) => toGrant(name, rule)),
    );
  }
}

function listPrincipalTags({ tags }: IamSession): IamContext {
  const entries = Object.entries(tags).map(([key, value]) => [`aws:PrincipalTag/${key}`, [value]]);
  return Object.fromEntries(entries) as IamContext;
}

function toGrant(principal: string, { action, resource }: IamRule): IamGrant {
  return { principal, action: action.text, resource: resource.text };
}

function describeDenial({ name, roleArn }: IamPrincipal, need: IamNeed, { kind }: IamVerdict) {
  const session = roleArn.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/');
  const why =
    kind === 'denied'
      ? 'with an explicit deny in an identity-based policy'
      : `because no identity-based policy allows the ${need.action} action`;
  return (
    `User: ${session}/${name} is not authorized to perform: ${need.action} ` +
    `on resource: ${need.resource} ${why}`
  );
}
