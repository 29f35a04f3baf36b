// Rows that have others below them: a table with rows to expand, or cards of all that is expanded.
import Table from '@cloudscape-design/components/table';
import type { ReactNode } from 'react';
import { ItemList } from '../item-list.tsx';
import type { ListColumn } from '../item-list.tsx';
import { partsText } from '../parts-messages.ts';
import { useDelay } from '../use-delay.ts';
import { useNarrowWindow } from '../use-narrow-window.ts';
import { reportsText } from './reports-messages.ts';
import { listOpenRows } from './tree-rows.ts';
import type { TreeRow } from './tree-rows.ts';

interface TreeListProps<Row extends TreeRow<Row>> {
  readonly label: string;
  /** Undefined while they are read. */
  readonly roots: readonly Row[] | undefined;
  readonly columns: readonly ListColumn<Row>[];
  readonly nameRow: (row: Row) => string;
  /** The rows whose lower ones are hidden. */
  readonly closed: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
  readonly empty: string;
  readonly header?: ReactNode;
  readonly footer?: ReactNode;
}

export function TreeList<Row extends TreeRow<Row>>(props: TreeListProps<Row>) {
  const { label, roots, columns, closed, empty } = props;
  const isNarrow = useNarrowWindow();
  const open = listOpenRows(roots ?? [], closed);
  if (!isNarrow) return <TreeTable {...props} open={open} />;
  return (
    <ItemList
      label={label}
      items={roots && open}
      columns={columns}
      readId={({ id }) => id}
      empty={empty}
      header={props.header}
      filters={undefined}
      footer={props.footer}
    />
  );
}

interface TreeTableProps<Row extends TreeRow<Row>> extends TreeListProps<Row> {
  /** The rows that are seen. */
  readonly open: readonly Row[];
}

function TreeTable<Row extends TreeRow<Row>>(props: TreeTableProps<Row>) {
  const { label, roots, columns, closed, open, empty } = props;
  const isLoading = useDelay(roots === undefined);
  return (
    <Table
      variant="container"
      wrapLines
      enableKeyboardNavigation
      items={roots ?? []}
      trackBy="id"
      loading={isLoading}
      loadingText={partsText('loading')}
      empty={roots === undefined ? null : empty}
      header={props.header}
      footer={props.footer}
      columnDefinitions={columns.map(({ id, header, cell, isRowHeader = false }) => ({
        id,
        header,
        cell,
        isRowHeader,
      }))}
      expandableRows={{
        getItemChildren: ({ children }) => [...children],
        isItemExpandable: ({ children }) => children.length > 0,
        expandedItems: open.filter(({ id, children }) => children.length > 0 && !closed.has(id)),
        onExpandableItemToggle: ({ detail }) => props.onToggle(detail.item.id),
      }}
      ariaLabels={{
        tableLabel: label,
        expandButtonLabel: (row) => reportsText('expand', { name: props.nameRow(row) }),
        collapseButtonLabel: (row) => reportsText('collapse', { name: props.nameRow(row) }),
      }}
    />
  );
}
