// What an approval would do: fields and balances before and after, and the entries that it would post.
import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DecisionPreview } from '../../../../../client/client.ts';
import { ValueAfter, ValueBefore } from '../../../parts/facts/changed-value.tsx';
import { FactTable } from '../../../parts/facts/fact-table.tsx';
import { PreviewedEntryFacts } from '../../../parts/facts/previewed-entry-facts.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../../parts/money-cell.tsx';
import { shortenIdentifier } from '../../../values/identifiers.ts';
import { formatJson } from '../../../values/json-members.ts';
import { AccountName } from './account-name.tsx';
import { requestText } from './messages.ts';

type FieldChange = DecisionPreview['changes'][number];
type PreviewedBalance = DecisionPreview['balances'][number];

const changeColumns: readonly ListColumn<FieldChange>[] = [
  {
    id: 'record',
    header: requestText('record'),
    cell: ({ record }) => <span title={record}>{shortenIdentifier(record)}</span>,
  },
  { id: 'path', header: requestText('field'), isRowHeader: true, cell: ({ path }) => path },
  {
    id: 'from',
    header: requestText('before'),
    cell: ({ from }) => <ValueBefore text={from === undefined ? from : formatJson(from)} />,
  },
  {
    id: 'to',
    header: requestText('after'),
    cell: ({ to }) => <ValueAfter text={to === undefined ? to : formatJson(to)} />,
  },
];

const balanceColumns: readonly ListColumn<PreviewedBalance>[] = [
  {
    id: 'account',
    header: requestText('account'),
    isRowHeader: true,
    cell: ({ account_id }) => <AccountName id={account_id} />,
  },
  {
    id: 'before',
    header: <MoneyHeader>{requestText('before')}</MoneyHeader>,
    cell: ({ before, currency }) => <MoneyCell amount={before} currency={currency} />,
  },
  {
    id: 'after',
    header: <MoneyHeader>{requestText('after')}</MoneyHeader>,
    cell: ({ after, currency }) => <MoneyCell amount={after} currency={currency} />,
  },
];

export function PreviewFacts({ preview }: { readonly preview: DecisionPreview }) {
  return (
    <SpaceBetween size="m">
      <PreviewWarning preview={preview} />
      <FactTable title={requestText('changes')} items={preview.changes} columns={changeColumns} />
      <FactTable
        title={requestText('balances')}
        items={preview.balances}
        columns={balanceColumns}
      />
      {preview.journal_entries.map((entry, index) => (
        // An entry that is not posted has no identifier.
        <PreviewedEntryFacts key={`${index} ${entry.entry_type}`} entry={entry} />
      ))}
    </SpaceBetween>
  );
}

/** Why an approval would not be applied; absent if it would. */
export function PreviewWarning({ preview }: { readonly preview: DecisionPreview }) {
  if (preview.refusal === undefined) return null;
  const title = preview.outcome === 'FAILED' ? 'wouldFail' : 'wouldBeRefused';
  return (
    <Alert type="warning" header={requestText(title)}>
      {preview.refusal.message}
    </Alert>
  );
}
