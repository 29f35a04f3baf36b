// The name of a log. One key signs for all tenants of a stage, so only the name that is signed with a root says
// whose log it is (ADR 104).

/** The state of a tenant's log has the name of another log. Signing it would prove that log by this tenant's receipts. */
export class ForeignOriginError extends Error {
  constructor(tenant: string, origin: string) {
    super(
      `The state of the log of ${tenant} names the log ${origin}, which is not of this tenant.`,
    );
    this.name = 'ForeignOriginError';
  }
}

/**
 * Whether the name is that of a log of this tenant. The host and the stage before it are those of the log's first day,
 * and may differ from those of today. No tenant has a slash in its name, so a name is that of one tenant.
 */
export function isOriginOf(tenant: string, origin: string): boolean {
  return origin.endsWith(`/${tenant}`);
}

/** Throws a ForeignOriginError unless the name is that of a log of this tenant. */
export function requireOriginOf(tenant: string, origin: string): void {
  if (!isOriginOf(tenant, origin)) throw new ForeignOriginError(tenant, origin);
}
