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

/** Lets the reader select items. */
export interface ItemSelection<Item> {
  readonly selected: readonly Item[];
  readonly onChange: (items: readonly Item[]) => void;
  readonly isSelectable: (item: Item) => boolean;
  readonly groupLabel: string;
  readonly labelItem: (item: Item) => string;
}

interface ItemListProps<Item> {
  readonly label: string;
  /** Undefined while the first page is read. */
  readonly items: readonly Item[] | undefined;
  /** Whether these are the items of another list, which give way to those of this one. */
  readonly areOfOther?: boolean;
  readonly columns: readonly ListColumn<Item>[];
  readonly readId: (item: Item) => string;
  readonly empty: string;
  readonly header: ReactNode;
  readonly filters: ReactNode;
  readonly footer: ReactNode;
  readonly selection?: ItemSelection<Item> | undefined;
}

/** Items as a table, or as cards where a table would be too wide. */
export function ItemList<Item>(props: ItemListProps<Item>) {
  const isNarrow = useNarrowWindow();
  const isLoading = useDelay(props.items === undefined || props.areOfOther === true);
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
      selectionGroupLabel: props.selection?.groupLabel ?? '',
      allItemsSelectionLabel: () => props.selection?.groupLabel ?? '',
      itemSelectionLabel: (_list: unknown, item: Item) => props.selection?.labelItem(item) ?? '',
    },
    ...(props.selection !== undefined && buildSelection(props.selection)),
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

function buildSelection<Item>({ selected, onChange, isSelectable }: ItemSelection<Item>) {
  return {
    selectionType: 'multi' as const,
    selectedItems: [...selected],
    isItemDisabled: (item: Item) => !isSelectable(item),
    onSelectionChange: ({ detail }: { readonly detail: { readonly selectedItems: Item[] } }) =>
      onChange(detail.selectedItems),
  };
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
    readonly selectionType?: 'multi';
    readonly selectedItems?: Item[];
    readonly isItemDisabled?: (item: Item) => boolean;
    readonly onSelectionChange?: CardsProps<Item>['onSelectionChange'] & object;
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
