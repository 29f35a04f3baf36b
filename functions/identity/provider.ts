import type { EventEmitter } from 'node:events';
import { errors, Provider } from 'oidc-provider';
import { findClientSecret, toSecretId } from './client-secret.ts';
import type { SecretHash } from './client-secret.ts';
import { buildAccountRoutes } from './account/account-routes.ts';
import { limitCrossOriginReads } from './browsers/cross-origin-reads.ts';
import { refuseEmbedding } from './browsers/top-level-pages.ts';
import { buildConfiguration } from './configuration.ts';
import type { ProviderSettings } from './configuration.ts';
import { toRelyingParty } from './second-factor/passkeys.ts';
import { serveScript } from './sign-in/passkey-script.ts';
import { buildSignInRoutes } from './sign-in/interaction.ts';
import type { ProviderMiddleware, SecurityLog } from './sign-in/interaction-page.ts';
import type { SigningKeySecret } from './signing-keys.ts';
import { spendTriedCode } from './storage/authorization-codes.ts';
import { buildCredentialNotes } from './storage/credential-uses.ts';
import type { NoteCredentialUse } from './storage/credential-uses.ts';
import { settleConsumption } from './storage/refresh-tokens.ts';
import { buildTokenRevocation } from './revocation/token-revocation.ts';

export interface ProviderLog {
  readonly security: SecurityLog;
  readonly fault: (error: unknown) => void;
}

/** Builds the OpenID Provider with these keys. A rotation builds a new one, which takes a millisecond. */
export function buildProvider(
  setting: ProviderSettings,
  keys: SigningKeySecret,
  log: ProviderLog,
): Provider {
  const noteUse = reportFailedNotes(buildCredentialNotes(setting.table), log.fault);
  const provider = new Provider(setting.issuer, buildConfiguration(setting, keys, noteUse));
  // Host and protocol come from the adapter, which takes them only from the issuer.
  provider.proxy = true;
  const compareClientSecret = buildSecretComparison(noteUse);
  Object.assign(provider.Client.prototype, { compareClientSecret });
  const mount = new URL(setting.issuer).pathname.replace(/\/$/, '');
  provider.use(addSecurityHeaders);
  provider.use(refuseEmbedding(log.security));
  const party = toRelyingParty(setting.issuer);
  const routes = { provider, table: setting.table, mount, party, log: log.security };
  provider.use(serveScript());
  provider.use(buildSignInRoutes(routes));
  provider.use(buildAccountRoutes(routes));
  provider.use(answerFault(log.fault));
  provider.use(limitCrossOriginReads(setting.clients));
  provider.use(settleConsumption);
  provider.use(spendTriedCode);
  provider.use(buildTokenRevocation({ provider, table: setting.table, keys, log: log.security }));
  provider.on('server_error', (_context, error) => log.fault(error));
  // Errors that the provider's own handler did not catch. Without a listener, Koa prints them.
  (provider as EventEmitter).on('error', log.fault);
  provider.on('grant.revoked', ({ oidc }) =>
    log.security('grant revoked', {
      client_id: oidc.client?.clientId,
      sub: oidc.account?.accountId,
    }),
  );
  return provider;
}

interface SecretHolder {
  readonly clientId: string;
  readonly secret_hashes?: readonly SecretHash[];
}

/** Replaces the provider's comparison, which would need the secret itself. */
function buildSecretComparison(noteUse: NoteCredentialUse) {
  return async function compareClientSecret(this: SecretHolder, secret: string): Promise<boolean> {
    const used = findClientSecret(secret, this.secret_hashes ?? []);
    if (used !== undefined) await noteUse(this.clientId, toSecretId(used));
    return used !== undefined;
  };
}

/** A sign-in does not fail because its note does; the next one writes it. */
function reportFailedNotes(noteUse: NoteCredentialUse, report: ProviderLog['fault']) {
  return (clientId: string, credentialId: string): Promise<void> =>
    noteUse(clientId, credentialId).catch(report);
}

// What follows the provider's own answer may fail too, and then that answer must not be sent.
function answerFault(report: ProviderLog['fault']): ProviderMiddleware {
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof errors.OIDCProviderError) throw error;
      report(error);
      context.status = 500;
      context.body = { error: 'server_error', error_description: 'Not confirmed; try again.' };
    }
  };
}

function addSecurityHeaders(
  context: { set: (headers: Record<string, string>) => void },
  next: () => Promise<unknown>,
): Promise<unknown> {
  context.set({
    'Strict-Transport-Security': 'max-age=63072000',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
  });
  return next();
}
