// A change by an administrator or by the deployment itself: tenants, operators, clients, signing keys.

export interface AdministrativeChange {
  readonly id: string;
  readonly at: string;
  /** The AWS principal, the local user, or the service that made the change. */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** What was changed; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}
