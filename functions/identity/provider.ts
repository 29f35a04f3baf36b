import type { EventEmitter } from 'node:events';
import { errors, Provider } from 'oidc-provider';
import { isClientSecretValid } from './client-secret.ts';
import type { SecretHash } from './client-secret.ts';
import { buildConfiguration } from './configuration.ts';
import type { ProviderSettings } from './configuration.ts';
import { buildSignInRoutes } from './sign-in/interaction.ts';
import type { ProviderMiddleware, SecurityLog } from './sign-in/interaction.ts';
import type { SigningKeySecret } from './signing-keys.ts';
import { spendTriedCode } from './storage/authorization-codes.ts';
import { settleConsumption } from './storage/refresh-tokens.ts';
import { buildTokenRevocation } from './token-revocation.ts';

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
  const provider = new Provider(setting.issuer, buildConfiguration(setting, keys));
  // Host and protocol come from the adapter, which takes them only from the issuer.
  provider.proxy = true;
  Object.assign(provider.Client.prototype, { compareClientSecret });
  const mount = new URL(setting.issuer).pathname.replace(/\/$/, '');
  provider.use(addSecurityHeaders);
  provider.use(buildSignInRoutes({ provider, table: setting.table, mount, log: log.security }));
  provider.use(answerFault(log.fault));
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

function compareClientSecret(this: { secret_hashes?: SecretHash[] }, secret: string): boolean {
  return isClientSecretValid(secret, this.secret_hashes ?? []);
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
      context.body = { error: 'server_error', error_description: 'Not carried out; try again.' };
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
