import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Rule } from '../../../../../client/client.ts';
import { Instant } from '../../../parts/instant.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { formatJson } from '../../../values/json-members.ts';
import { ruleText } from './messages.ts';

export const ruleColumns: readonly ListColumn<Rule>[] = [
  {
    id: 'id',
    header: ruleText('rule'),
    isRowHeader: true,
    cell: ({ id, product_id: product }) => (
      <PageLink to="/config/rules/$ruleId" params={{ ruleId: id }} search={{ product }}>
        {id}
      </PageLink>
    ),
  },
  { id: 'state', header: ruleText('state'), cell: ({ enabled }) => <RuleState isOn={enabled} /> },
  { id: 'priority', header: ruleText('priority'), cell: ({ priority }) => priority },
  {
    id: 'condition',
    header: ruleText('condition'),
    cell: ({ condition }) => <code>{condition === '' ? ruleText('always') : condition}</code>,
  },
  {
    id: 'action',
    header: ruleText('effect'),
    cell: ({ action }) => formatJson(action['type'] ?? action),
  },
  { id: 'applies', header: ruleText('appliesTo'), cell: ({ applies_to }) => applies_to.join(', ') },
  {
    id: 'updated',
    header: ruleText('updated'),
    cell: ({ updated_at }) => <Instant value={updated_at} />,
  },
];

/** Whether a rule judges anything, by icon and word. */
export function RuleState({ isOn }: { readonly isOn: boolean }) {
  return (
    <StatusIndicator type={isOn ? 'success' : 'stopped'}>
      {ruleText(isOn ? 'on' : 'off')}
    </StatusIndicator>
  );
}
