import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TemplateLine, TemplatePosting } from '../../../../../client/client.ts';
import { CopyId } from '../../../parts/copy-id.tsx';
import { FactTable } from '../../../parts/facts/fact-table.tsx';
import { Instant } from '../../../parts/instant.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../../parts/money-cell.tsx';
import { useAccountName } from '../../../parts/use-account-name.ts';
import { PageLink } from '../../../routing/page-link.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { templateText } from './messages.ts';
import type { SavedTemplate } from './template-draft.ts';

export function TemplateFacts({ template }: { readonly template: SavedTemplate }) {
  const mayPost = useIsPermitted(['finance.write']);
  const { id, description = '–', version, lines, postings } = template;
  return (
    <Container header={<Header variant="h2">{templateText('facts')}</Header>}>
      <SpaceBetween size="m">
        <KeyValuePairs
          columns={3}
          items={[
            { label: templateText('description'), value: description },
            { label: templateText('version'), value: version },
            { label: templateText('template'), value: <CopyId id={id} /> },
            { label: templateText('updated'), value: <Instant value={template.updated_at} /> },
            { label: templateText('created'), value: <Instant value={template.created_at} /> },
          ]}
        />
        {mayPost && (
          <PageLink to="/post/$kind" params={{ kind: 'entry' }} search={{ template: id }}>
            {templateText('post')}
          </PageLink>
        )}
        <FactTable title={templateText('lines')} items={lines} columns={lineColumns} />
        <FactTable title={templateText('postings')} items={postings} columns={postingColumns} />
      </SpaceBetween>
    </Container>
  );
}

const amountColumn: ListColumn<TemplateLine | TemplatePosting> = {
  id: 'amount',
  header: <MoneyHeader>{templateText('amountKind')}</MoneyHeader>,
  cell: ({ amount, placeholder }) =>
    amount === undefined ? (
      <span className="money">{placeholder}</span>
    ) : (
      <MoneyCell amount={amount} />
    ),
};

const lineColumns: readonly ListColumn<TemplateLine>[] = [
  {
    id: 'code',
    header: templateText('code'),
    isRowHeader: true,
    cell: ({ account_code }) => account_code,
  },
  {
    id: 'side',
    header: templateText('side'),
    cell: ({ side }) => templateText(side === 'DEBIT' ? 'debit' : 'credit'),
  },
  amountColumn,
];

const postingColumns: readonly ListColumn<TemplatePosting>[] = [
  {
    id: 'account',
    header: templateText('accountKind'),
    isRowHeader: true,
    cell: ({ account_id }) =>
      account_id === undefined ? templateText('accountAsked') : <AccountLink id={account_id} />,
  },
  {
    id: 'direction',
    header: templateText('direction'),
    cell: ({ direction }) => templateText(direction === 'CREDIT' ? 'directionIn' : 'directionOut'),
  },
  {
    id: 'reference',
    header: templateText('reference'),
    cell: ({ reference = '–' }) => reference,
  },
  amountColumn,
];

function AccountLink({ id }: { readonly id: string }) {
  return (
    <PageLink to="/accounts/$accountId" params={{ accountId: id }}>
      {useAccountName(id)}
    </PageLink>
  );
}
