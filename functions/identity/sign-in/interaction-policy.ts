// When an operator with a session must sign in again.
import { interactionPolicy } from 'oidc-provider';

export function buildInteractionPolicy(): interactionPolicy.DefaultPolicy {
  const { Check, base } = interactionPolicy;
  const policy = base();
  // Only the institution's administrator registers clients, so there is no consent to request.
  policy.remove('consent');
  const { checks } = policy.get('login') ?? {};
  checks?.add(
    new Check('account_gone', 'The session is no longer valid', ({ oidc }) =>
      oidc.session?.accountId !== undefined && oidc.account === undefined
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT,
    ),
  );
  // A tenant may start to require one while the session lasts.
  checks?.add(
    new Check('second_factor_missing', 'A second factor is required', ({ oidc }) =>
      oidc.account?.requiresSecondFactor === true && oidc.session?.amr?.includes('mfa') !== true
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT,
    ),
  );
  return policy;
}
