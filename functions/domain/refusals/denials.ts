// Who may not (401, 403).
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
} as const satisfies Record<string, RefusalKind>;
