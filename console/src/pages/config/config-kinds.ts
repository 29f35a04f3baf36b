// What an institution configures, in the order of the choice above each list.
import type { OperatorPermission } from '../../session/permissions.ts';
import { configText } from './messages.ts';

export interface ConfigKind {
  readonly id:
    | 'rules'
    | 'products'
    | 'controls'
    | 'schemas'
    | 'workflows'
    | 'templates'
    | 'chart'
    | 'webhooks';
  readonly path: string;
  readonly permissions: readonly OperatorPermission[];
}

const READERS = ['finance.read'] as const;

const KINDS: readonly ConfigKind[] = [
  { id: 'products', path: '/config/products', permissions: READERS },
  { id: 'rules', path: '/config/rules', permissions: READERS },
  {
    id: 'controls',
    path: '/config/controls',
    permissions: ['finance.read', 'configuration.write', 'audit.read'],
  },
  { id: 'schemas', path: '/config/schemas', permissions: READERS },
  { id: 'workflows', path: '/config/workflows', permissions: READERS },
  { id: 'templates', path: '/config/templates', permissions: READERS },
  {
    id: 'chart',
    path: '/config/chart',
    permissions: ['finance.read', 'configuration.write', 'audit.read'],
  },
  {
    id: 'webhooks',
    path: '/config/webhooks',
    permissions: ['finance.read', 'configuration.write', 'audit.read'],
  },
];

/** The kinds that the permissions open; the first is where the menu leads. */
export function listConfigKinds(own: readonly OperatorPermission[]): readonly ConfigKind[] {
  return KINDS.filter(({ permissions }) => permissions.some((needed) => own.includes(needed)));
}

/** The name of a kind. */
export function nameConfigKind({ id }: ConfigKind): string {
  return configText(id);
}
