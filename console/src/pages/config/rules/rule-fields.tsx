import Checkbox from '@cloudscape-design/components/checkbox';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { ruleText } from './messages.ts';
import type { RuleFault, RuleInput } from './rule-draft.ts';

export interface RuleFieldsProps {
  readonly input: RuleInput;
  readonly change: (part: Partial<RuleInput>) => void;
  readonly isLocked: boolean;
  readonly faults: readonly RuleFault[];
}

/** What names a rule and cannot be changed later. */
export function RuleNameFields({ input, change, isLocked, faults }: RuleFieldsProps) {
  return (
    <ColumnLayout columns={2} minColumnWidth={250}>
      <TextField
        label={ruleText('id')}
        description={ruleText('idHint')}
        value={input.id}
        isLocked={isLocked}
        onChange={(id) => change({ id })}
      />
      <TextField
        label={ruleText('typeLabel')}
        description={ruleText('typeHint')}
        error={faults.includes('type') ? ruleText('typeMissing') : undefined}
        value={input.type}
        isLocked={isLocked}
        onChange={(type) => change({ type })}
      />
    </ColumnLayout>
  );
}

/** When a rule is judged, and on what. */
export function RuleTermFields({ input, change, isLocked, faults }: RuleFieldsProps) {
  return (
    <ColumnLayout columns={2} minColumnWidth={250}>
      <SpaceBetween size="m">
        <TextField
          label={ruleText('priority')}
          description={ruleText('priorityHint')}
          error={faults.includes('priority') ? ruleText('priorityWrong') : undefined}
          value={input.priority}
          inputMode="numeric"
          isLocked={isLocked}
          onChange={(priority) => change({ priority })}
        />
        <Checkbox
          checked={input.isEnabled}
          readOnly={isLocked}
          onChange={({ detail }) => change({ isEnabled: detail.checked })}
        >
          {ruleText('enabled')}
        </Checkbox>
      </SpaceBetween>
      <SubjectFields input={input} change={change} isLocked={isLocked} faults={faults} />
    </ColumnLayout>
  );
}

function SubjectFields({ input, change, isLocked }: RuleFieldsProps) {
  return (
    <SpaceBetween size="m">
      <FormField label={ruleText('appliesTo')} description={ruleText('appliesToHint')}>
        <Checkbox
          checked={input.judgesPostings}
          readOnly={isLocked}
          onChange={({ detail }) => change({ judgesPostings: detail.checked })}
        >
          {ruleText('posting')}
        </Checkbox>
        <Checkbox
          checked={input.judgesLoanTransactions}
          readOnly={isLocked}
          onChange={({ detail }) => change({ judgesLoanTransactions: detail.checked })}
        >
          {ruleText('loanTransaction')}
        </Checkbox>
      </FormField>
      <FormField label={ruleText('otherNames')} description={ruleText('otherNamesHint')}>
        <Textarea
          rows={2}
          value={input.otherNames}
          readOnly={isLocked}
          onChange={({ detail }) => change({ otherNames: detail.value })}
        />
      </FormField>
    </SpaceBetween>
  );
}
