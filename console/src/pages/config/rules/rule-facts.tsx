import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Rule } from '../../../../../client/client.ts';
import { Instant } from '../../../parts/instant.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { formatJsonText } from '../editing/json-text.ts';
import { ruleText } from './messages.ts';
import { RuleTrialPanel } from './trial/rule-trial-panel.tsx';
import { useSample } from './trial/use-sample.ts';

/** A rule as it is, and what it would have done. */
export function RuleFacts({ rule }: { readonly rule: Rule }) {
  const { id, rule_type, condition, action, priority, enabled, applies_to } = rule;
  const sample = useSample(rule.product_id, applies_to);
  return (
    <SpaceBetween size="m">
      <Container header={<Header variant="h2">{ruleText('facts')}</Header>}>
        <KeyValuePairs
          columns={3}
          items={[
            {
              label: ruleText('product'),
              value: (
                <PageLink to="/config/products/$productId" params={{ productId: rule.product_id }}>
                  {rule.product_id}
                </PageLink>
              ),
            },
            { label: ruleText('type'), value: rule_type },
            { label: ruleText('priority'), value: priority },
            { label: ruleText('appliesTo'), value: applies_to.join(', ') },
            { label: ruleText('updated'), value: <Instant value={rule.updated_at} /> },
            {
              label: ruleText('condition'),
              value: (
                <code className="fact-text">
                  {condition === '' ? ruleText('always') : condition}
                </code>
              ),
            },
            {
              label: ruleText('action'),
              value: <code className="fact-text">{formatJsonText(action)}</code>,
            },
          ]}
        />
      </Container>
      <RuleTrialPanel
        productId={rule.product_id}
        rule={{ id, rule_type, condition, action, priority, enabled, applies_to }}
        sample={sample}
      />
    </SpaceBetween>
  );
}
