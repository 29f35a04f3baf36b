import type { ActorKind } from '../domain/values/service-subjects.ts';

/** What the pipeline learns about the caller: flat strings, because API Gateway passes nothing else. */
export interface TokenClaims {
  readonly sub: string;
  readonly tenant_id: string;
  readonly client_id: string;
  readonly kind: ActorKind;
  readonly scope: string;
  /** Seconds since 1970. A cached authorization can outlive its token, so the pipeline checks. */
  readonly expires_at: string;
}
