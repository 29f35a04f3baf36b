import Cards from '@cloudscape-design/components/cards';
import type { CardsProps } from '@cloudscape-design/components/cards';
import Table from '@cloudscape-design/components/table';
import type { ReactNode } from 'react';
import { partsText } from './parts-messages.ts';
import { useDelay } from './use-delay.ts';
import { useNarrowWindow } from './use-narrow-window.ts';

export interface ListColumn<Item> {
  readonly id: string;
  readonly header: ReactNode;
  readonly cell: (item: Item) => ReactNode;
  /** Names the row for screen readers, and heads its card. */
  readonly isRowHeader?: boolean;
}

interface ItemListProps<Item> {
  readonly label: string;
  /** Undefined while the first page is read. */
  readonly items: readonly Item[] | undefined;
  readonly columns: readonly ListColumn<Item>[];
  readonly readId: (item: Item) => string;
  readonly empty: string;
  readonly header: ReactNode;
  readonly filters: ReactNode;
  readonly footer: ReactNode;
}

/** Items as a table, or as cards where a table would be too wide. */
export function ItemList<Item>(props: ItemListProps<Item>) {
  const isNarrow = useNarrowWindow();
  const isLoading = useDelay(props.items === undefined);
  const shared = {
    items: props.items ?? [],
    trackBy: props.readId,
    loading: isLoading,
    loadingText: partsText('loading'),
    empty: props.items === undefined ? null : props.empty,
    header: props.header,
    filter: props.filters,
    ariaLabels: {
      tableLabel: props.label,
      cardsLabel: props.label,
      // Types require these of lists without a selection too.
      selectionGroupLabel: '',
      itemSelectionLabel: () => '',
    },
  };
  if (isNarrow) return <ItemCards shared={shared} columns={props.columns} footer={props.footer} />;
  return (
    <Table
      {...shared}
      variant="container"
      wrapLines
      enableKeyboardNavigation
      columnDefinitions={props.columns.map(({ id, header, cell, isRowHeader = false }) => ({
        id,
        header,
        cell,
        isRowHeader,
      }))}
      footer={props.footer}
    />
  );
}

interface ItemCardsProps<Item> {
  readonly shared: {
    readonly items: readonly Item[];
    readonly trackBy: (item: Item) => string;
    readonly loading: boolean;
    readonly loadingText: string;
    readonly empty: ReactNode;
    readonly header: ReactNode;
    readonly filter: ReactNode;
    readonly ariaLabels: CardsProps.AriaLabels<Item>;
  };
  readonly columns: readonly ListColumn<Item>[];
  readonly footer: ReactNode;
}

function ItemCards<Item>({ shared, columns, footer }: ItemCardsProps<Item>) {
  const heading = columns.find(({ isRowHeader }) => isRowHeader === true);
  return (
    <>
      <Cards
        {...shared}
        cardDefinition={{
          header: (item) => heading?.cell(item),
          sections: columns
            .filter((column) => column !== heading)
            .map(({ id, header, cell }) => ({ id, header, content: cell })),
        }}
      />
      {footer}
    </>
  );
}
