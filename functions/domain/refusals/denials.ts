// Refusals for lack of authentication or permission (401, 403).
import type { RefusalKind } from './kind.ts';

export const denials = {
  unauthorized: {
    status: 401,
    meaning: 'The bearer token is missing, expired, invalid or meant for another audience.',
  },
  permission_denied: {
    status: 403,
    meaning: 'The token does not carry the permission that the operation needs.',
  },
  self_approval: {
    status: 403,
    meaning: 'The maker of a request may not approve it; another operator must.',
  },
  not_the_maker: {
    status: 403,
    meaning: 'Only the maker of a request may withdraw it; others reject it.',
  },
  policy_denied: {
    status: 403,
    meaning:
      'A rule of the product denies the posting or loan transaction; the message is the rule’s, with its id.',
  },
} as const satisfies Record<string, RefusalKind>;
