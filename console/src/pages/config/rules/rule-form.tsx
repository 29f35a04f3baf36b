// Makes or changes a rule, and tries it before it is sent.
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { NewRule, Rule, RuleChange } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useDraft } from '../../../api/submissions/use-draft.ts';
import { ChangeForm } from '../editing/change-form.tsx';
import type { RequestFault } from '../editing/check/request-faults.ts';
import { JsonField } from '../editing/json-field.tsx';
import type { TypedRequest } from '../editing/typed-request.ts';
import { ConditionField } from './condition-field.tsx';
import { ruleText } from './messages.ts';
import {
  buildNewRule,
  buildRuleChange,
  buildRuleRequest,
  describeRule,
  findRuleFaults,
  listRuleSubjects,
  toRuleInput,
} from './rule-draft.ts';
import { RuleNameFields, RuleTermFields } from './rule-fields.tsx';
import { RuleTrialPanel } from './trial/rule-trial-panel.tsx';
import { useSample } from './trial/use-sample.ts';

interface RuleFormProps {
  readonly productId: string;
  /** Undefined for a new one. */
  readonly rule: Rule | undefined;
  readonly onClose: () => void;
}

export function RuleForm({ productId, rule, onClose }: RuleFormProps) {
  const draft = useDraft(`rule ${JSON.stringify([productId, rule?.id])}`, toRuleInput(rule));
  const [isChecked, setIsChecked] = useState(false);
  const { input, basis, change } = draft;
  const appliesTo = listRuleSubjects(input);
  const sample = useSample(productId, appliesTo);
  const send = useSendRule(productId, rule?.id);
  const faults = isChecked ? findRuleFaults(input) : [];
  return (
    <SpaceBetween size="m">
      <ChangeForm
        title={ruleText(rule === undefined ? 'create' : 'change')}
        operation={rule === undefined ? 'createRule' : 'updateRule'}
        submitLabel={ruleText(rule === undefined ? 'create' : 'change')}
        draft={draft}
        describe={describeRule}
        isPartial
        path={rule === undefined ? { productId } : { productId, ruleId: rule.id }}
        onCheck={() => setIsChecked(true)}
        build={() => (rule === undefined ? buildRuleRequest(input) : buildRuleChange(input, basis))}
        send={send}
        onClose={onClose}
      >
        {(isLocked, requestFaults) => {
          const fields = { input, change, isLocked, faults };
          return (
            <SpaceBetween size="m">
              {rule === undefined && <RuleNameFields {...fields} />}
              <ConditionField
                productId={productId}
                value={input.condition}
                onChange={(condition) => change({ condition })}
                isLocked={isLocked}
                appliesTo={appliesTo}
                sample={sample.text}
              />
              <ActionField {...fields} requestFaults={requestFaults} />
              <RuleTermFields {...fields} />
            </SpaceBetween>
          );
        }}
      </ChangeForm>
      <RuleTrialPanel productId={productId} rule={buildNewRule(withType(input))} sample={sample} />
    </SpaceBetween>
  );
}

interface ActionFieldProps {
  readonly input: ReturnType<typeof toRuleInput>;
  readonly change: (part: { readonly action: string }) => void;
  readonly isLocked: boolean;
  readonly requestFaults: readonly RequestFault[];
}

function ActionField({ input, change, isLocked, requestFaults }: ActionFieldProps) {
  return (
    <JsonField
      label={ruleText('actionLabel')}
      hint={ruleText('actionHint')}
      shape="object"
      rows={5}
      value={input.action}
      onChange={(action) => change({ action })}
      isLocked={isLocked}
      faults={requestFaults}
      pointer="/action"
    />
  );
}

// The type decides nothing: a rule can be tried before it has one.
function withType(input: ReturnType<typeof toRuleInput>) {
  return input.type.trim() === '' ? { ...input, type: 'TRIAL' } : input;
}

function useSendRule(productId: string, ruleId: string | undefined) {
  const { ledger } = useApi();
  return async ({ body, text }: TypedRequest<NewRule | RuleChange>, key: string) => {
    const header = { 'Idempotency-Key': key };
    const bodySerializer = () => text;
    if (ruleId === undefined) {
      const params = { path: { productId }, header };
      const path = '/api/products/{productId}/rules';
      return requireData(
        await ledger.POST(path, { params, body: body as NewRule, bodySerializer }),
      );
    }
    const params = { path: { productId, ruleId }, header };
    const path = '/api/products/{productId}/rules/{ruleId}';
    return requireData(
      await ledger.PUT(path, { params, body: body as RuleChange, bodySerializer }),
    );
  };
}
