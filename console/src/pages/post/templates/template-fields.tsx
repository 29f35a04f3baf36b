import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { readWholeList } from '../../../api/list-pages.ts';
import { useOperationKey } from '../../../api/queries.ts';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { findAmountFault } from '../entry-draft.ts';
import type { EntryInput } from '../entry-draft.ts';
import { formatFault } from '../fields/format-fault.ts';
import { postText } from '../messages.ts';
import { fillTemplate, listPlaceholders } from './filled-template.ts';
import type { EntryTemplate, TemplateAmounts } from './filled-template.ts';

const PAGE_SIZE = 100;
const TEMPLATES_MAX = 1_000;

interface TemplateFieldsProps {
  /** The id of the template that is chosen at first. */
  readonly first: string | undefined;
  readonly onFill: (filled: Pick<EntryInput, 'lines' | 'postings' | 'description'>) => void;
  readonly isLocked: boolean;
}

/** Offers the institution's templates, and asks for the amounts that differ. Absent where there is none. */
export function TemplateFields({ first = '', onFill, isLocked }: TemplateFieldsProps) {
  const { data: templates = [], error, refetch } = useTemplates();
  const [chosen, setChosen] = useState(first);
  const template = templates.find(({ id }) => id === chosen);
  if (error !== null) return <ErrorPanel error={error} onTryAgain={() => void refetch()} />;
  if (templates.length === 0) return null;
  return (
    <SpaceBetween size="s">
      <ChoiceField
        label={postText('template')}
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        isLocked={isLocked}
        onChange={setChosen}
      />
      {template !== undefined && (
        <TemplateAmountFields
          key={template.id}
          template={template}
          onFill={onFill}
          isLocked={isLocked}
        />
      )}
    </SpaceBetween>
  );
}

interface TemplateAmountFieldsProps extends Omit<TemplateFieldsProps, 'first'> {
  readonly template: EntryTemplate;
}

function TemplateAmountFields({ template, onFill, isLocked }: TemplateAmountFieldsProps) {
  const [amounts, setAmounts] = useState<TemplateAmounts>(new Map());
  const [isChecked, setIsChecked] = useState(false);
  const readAccounts = useTemplateAccounts(template);
  const placeholders = listPlaceholders(template);
  const findFault = (name: string) => findAmountFault(amounts.get(name) ?? '');
  const fill = useMutation({
    mutationFn: async () => onFill(fillTemplate(template, amounts, await readAccounts())),
  });
  const check = () => {
    setIsChecked(true);
    if (placeholders.every((name) => findFault(name) === undefined)) fill.mutate();
  };
  return (
    <SpaceBetween size="s">
      <ColumnLayout columns={2} minColumnWidth={250}>
        {placeholders.map((name) => (
          <MoneyField
            key={name}
            label={name.replaceAll('_', ' ')}
            value={amounts.get(name) ?? ''}
            onChange={(text) => setAmounts((all) => new Map(all).set(name, text))}
            error={formatFault(isChecked ? findFault(name) : undefined)}
            isLocked={isLocked}
          />
        ))}
      </ColumnLayout>
      <Button formAction="none" disabled={isLocked} loading={fill.isPending} onClick={check}>
        {postText('fillIn')}
      </Button>
      {fill.error !== null && <ErrorPanel error={fill.error} />}
    </SpaceBetween>
  );
}

function useTemplates() {
  const { ledger } = useApi();
  const queryKey = useOperationKey('listPostingTemplates');
  const queryFn = async () => {
    const { items } = await readWholeList(async (cursor) => {
      const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
      const page = requireData(await ledger.GET('/api/posting-templates', { params: { query } }));
      return { items: page.items, nextCursor: page.next_cursor, lagSeconds: undefined };
    }, TEMPLATES_MAX);
    return items;
  };
  return useQuery({ queryKey, queryFn, staleTime: 60_000 });
}

/** Reads the accounts that the template names. */
function useTemplateAccounts({ postings }: EntryTemplate) {
  const { ledger } = useApi();
  return async () => {
    const ids = [...new Set(postings.flatMap(({ account_id: id }) => id ?? []))];
    if (ids.length === 0) return [];
    const query = { ids: ids.join(',') };
    return requireData(await ledger.GET('/api/accounts', { params: { query } }));
  };
}
