// A page that is a list: every state that a list can be in is shown here, and in no page of its own.
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { useTenant } from '../api/use-tenant.ts';
import type { ListReading } from '../api/use-list.ts';
import { formatClockTime } from '../values/instants.ts';
import { ErrorPanel } from './error-panel.tsx';
import { ItemList } from './item-list.tsx';
import type { ItemSelection, ListColumn } from './item-list.tsx';
import { partsText } from './parts-messages.ts';

export interface ListPageProps<Item> {
  readonly title: string;
  /** `h1` for a page, `h2` for a part of one. */
  readonly level: 'h1' | 'h2';
  readonly list: ListReading<Item>;
  readonly columns: readonly ListColumn<Item>[];
  readonly readId: (item: Item) => string;
  /** Shown when the list has no item. */
  readonly empty: string;
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
  readonly selection?: ItemSelection<Item> | undefined;
}

export function ListPage<Item>({
  title,
  level,
  list,
  columns,
  readId,
  empty,
  filters,
  actions,
  selection,
}: ListPageProps<Item>) {
  const heading = (
    <Header
      variant={level}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button
            iconName="refresh"
            ariaLabel={partsText('refresh')}
            loading={list.isReading && list.items !== undefined}
            onClick={list.readAgain}
          />
          {actions}
        </SpaceBetween>
      }
    >
      {title}
    </Header>
  );
  return (
    <SpaceBetween size="m">
      {level === 'h1' && heading}
      <ListError list={list} />
      <ItemList
        label={title}
        // What failed is not loading.
        items={list.error === null ? list.items : (list.items ?? [])}
        areOfOther={list.areOfOther}
        columns={columns}
        readId={readId}
        empty={list.error === null ? empty : ''}
        header={level === 'h2' ? heading : undefined}
        filters={filters}
        footer={<ListFooter list={list} />}
        selection={selection}
      />
    </SpaceBetween>
  );
}

function ListError<Item>({ list }: { readonly list: ListReading<Item> }) {
  const { timeZone } = useTenant();
  if (list.error === null) return null;
  const asOf = list.items && formatClockTime(list.readAt, timeZone);
  return (
    <ErrorPanel
      error={list.error}
      onTryAgain={list.readAgain}
      {...(asOf !== undefined && { asOf })}
    />
  );
}

function ListFooter<Item>({ list }: { readonly list: ListReading<Item> }) {
  const { items, areOfOther, hasMore, lagSeconds } = list;
  if (items === undefined || areOfOther) return null;
  return (
    <SpaceBetween size="xs" alignItems="center">
      <Box color="text-body-secondary">
        <span role="status">
          {partsText(hasMore ? 'shownAndMore' : 'shown', { count: items.length })}
        </span>
      </Box>
      {lagSeconds !== undefined && lagSeconds > 0 && (
        <Box color="text-body-secondary">{partsText('lag', { count: lagSeconds })}</Box>
      )}
      {hasMore && (
        <Button loading={list.isReadingMore} onClick={list.readMore}>
          {partsText(items.length === 0 ? 'continueSearch' : 'showMore')}
        </Button>
      )}
    </SpaceBetween>
  );
}
