import FormField from '@cloudscape-design/components/form-field';
import Textarea from '@cloudscape-design/components/textarea';
import type { ReactNode } from 'react';
import type { RuleError } from '../../../../../client/client.ts';
import { MarkedText } from '../editing/check/marked-text.tsx';
import { useSettled } from '../editing/check/use-settled.ts';
import { ruleText } from './messages.ts';
import { buildTrialBody } from './trial/trial-request.ts';
import { useRuleTrial } from './trial/use-rule-trial.ts';

interface ConditionFieldProps {
  readonly productId: string;
  readonly value: string;
  readonly onChange: (condition: string) => void;
  readonly isLocked: boolean;
  /** What the rule judges. */
  readonly appliesTo: readonly string[];
  /** JSON. */
  readonly sample: string;
}

/** A condition, which the API evaluates on the sample as it is typed. */
export function ConditionField(props: ConditionFieldProps) {
  const { value, onChange, isLocked } = props;
  const { error, hint } = useConditionCheck(props);
  return (
    <FormField
      stretch
      label={ruleText('conditionLabel')}
      description={ruleText('conditionHint')}
      constraintText={hint}
      errorText={error && describeError(error, value)}
    >
      <div className="code-text">
        <Textarea
          value={value}
          rows={4}
          spellcheck={false}
          ariaLabel={ruleText('conditionLabel')}
          readOnly={isLocked}
          onChange={({ detail }) => onChange(detail.value)}
        />
      </div>
    </FormField>
  );
}

function describeError({ line, column, message }: RuleError, condition: string): ReactNode {
  const sentence = ruleText('onSample', { message });
  return <MarkedText text={condition} line={line} column={column} message={sentence} />;
}

interface ConditionCheck {
  readonly error?: RuleError;
  readonly hint?: string;
}

function useConditionCheck(props: ConditionFieldProps): ConditionCheck {
  const { productId, value, appliesTo, sample } = props;
  const settled = useSettled(value);
  const rule = { rule_type: 'CHECK', action: {}, condition: settled, applies_to: [...appliesTo] };
  const isChecked = settled.trim() !== '' && appliesTo.length > 0;
  const body = isChecked ? buildTrialBody({ rule, sample }) : undefined;
  const { data, isFetching } = useRuleTrial(productId, body);
  if (body === undefined) return {};
  if (settled !== value || isFetching) return { hint: ruleText('checking') };
  const error = data?.rules[0]?.error;
  if (error !== undefined) return { error };
  return data === undefined ? {} : { hint: ruleText('checkPassed') };
}
