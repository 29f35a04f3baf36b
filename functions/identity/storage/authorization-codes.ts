// An authorization code is good for one try (ADR 069). The provider uses it up only when all else in the
// request is right, so that a stolen code could be tried with one verifier after the other.
import { Provider } from 'oidc-provider';
import type { AdapterPayload } from 'oidc-provider';
import { ArtifactStorage } from './artifacts.ts';

const triedCodes = new WeakMap<object, () => Promise<unknown>>();

/**
 * Runs a request. A code that it tried is spent before a refusal is sent. After a fault of ours it
 * stays good, because the client did nothing wrong.
 */
export async function spendTriedCode(
  context: { status: number },
  next: () => Promise<unknown>,
): Promise<void> {
  await next();
  if (context.status >= 400 && context.status < 500) await triedCodes.get(context)?.();
}

export class AuthorizationCodeStorage extends ArtifactStorage {
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const code = await super.find(id);
    const context = Provider.ctx;
    if (context !== undefined && code !== undefined && code.consumed === undefined) {
      triedCodes.set(context, () => this.markUsed(id));
    }
    return code;
  }

  override async consume(id: string): Promise<void> {
    if (Provider.ctx !== undefined) triedCodes.delete(Provider.ctx);
    await super.consume(id);
  }
}
