// What a rule would have done: on a sample, and on the newest postings of the product.
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { EvaluateRulesRequest, NewRule } from '../../../../../../client/client.ts';
import { ErrorPanel } from '../../../../parts/error-panel.tsx';
import { JsonField } from '../../editing/json-field.tsx';
import { ruleText } from '../messages.ts';
import { TrialResult } from './trial-result.tsx';
import { buildTrialBody, parseCount } from './trial-request.ts';
import type { SampleEditing } from './use-sample.ts';
import { useRuleTrial } from './use-rule-trial.ts';

interface RuleTrialPanelProps {
  readonly productId: string;
  /** Undefined while it has faults. */
  readonly rule: NewRule | undefined;
  readonly sample: SampleEditing;
}

export function RuleTrialPanel({ productId, rule, sample }: RuleTrialPanelProps) {
  const [countText, setCountText] = useState('20');
  const [isUnready, setIsUnready] = useState(false);
  const [tried, setTried] = useState<EvaluateRulesRequest['body']>();
  const count = parseCount(countText);
  const trial = useRuleTrial(productId, tried);
  const tryRule = () => {
    const body = rule && count && buildTrialBody({ rule, sample: sample.text, count });
    setIsUnready(!body);
    if (!body) return;
    setTried(body);
    if (JSON.stringify(body) === JSON.stringify(tried)) void trial.refetch();
  };
  return (
    <Container header={<Header variant="h2">{ruleText('trial')}</Header>}>
      <SpaceBetween size="m">
        <div>{ruleText('trialSentence')}</div>
        {rule?.enabled === false && <Box>{ruleText('trialDisabled')}</Box>}
        <CountField text={countText} onChange={setCountText} />
        <ExpandableSection headerText={ruleText('sample')}>
          <JsonField
            label={ruleText('sampleLabel')}
            hint={ruleText('sampleHint')}
            shape="object"
            rows={12}
            value={sample.text}
            onChange={sample.change}
            isLocked={false}
          />
        </ExpandableSection>
        <Button loading={trial.isFetching} onClick={tryRule}>
          {ruleText('try')}
        </Button>
        <div role="status">{isUnready && ruleText('tryUnready')}</div>
        {trial.error !== null && (
          <ErrorPanel error={trial.error} onTryAgain={() => void trial.refetch()} />
        )}
        {tried !== undefined && trial.data !== undefined && <TrialResult evaluation={trial.data} />}
      </SpaceBetween>
    </Container>
  );
}

interface CountFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function CountField({ text, onChange }: CountFieldProps) {
  const isWrong = parseCount(text) === undefined;
  return (
    <FormField label={ruleText('count')} errorText={isWrong ? ruleText('countWrong') : undefined}>
      <Input value={text} inputMode="numeric" onChange={({ detail }) => onChange(detail.value)} />
    </FormField>
  );
}
