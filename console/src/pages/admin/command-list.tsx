import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import type { ReactNode } from 'react';
import { ItemList } from '../../parts/item-list.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import type { AdministrationCommand } from './command-lines.ts';
import { adminText } from './messages.ts';

interface CommandListProps {
  readonly label: string;
  readonly lines: readonly AdministrationCommand[];
  readonly header?: ReactNode;
  readonly footer?: ReactNode;
}

/** Commands with what they are for, each to copy. */
export function CommandList({ label, lines, header, footer }: CommandListProps) {
  return (
    <ItemList
      label={label}
      items={lines}
      columns={columns}
      readId={({ purpose }) => purpose}
      empty=""
      header={header}
      filters={undefined}
      footer={footer}
    />
  );
}

const columns: readonly ListColumn<AdministrationCommand>[] = [
  {
    id: 'purpose',
    header: adminText('purpose'),
    isRowHeader: true,
    cell: ({ purpose }) => adminText(purpose),
  },
  {
    id: 'command',
    header: adminText('command'),
    cell: ({ purpose, command }) => (
      <CopyToClipboard
        variant="inline"
        textToCopy={command}
        copyButtonAriaLabel={`${adminText('copyCommand')}: ${adminText(purpose)}`}
        copySuccessText={adminText('copied')}
        copyErrorText={adminText('notCopied')}
      />
    ),
  },
];
