import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import { useState } from 'react';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { requestText } from './messages.ts';

interface FactTableProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly columns: readonly ListColumn<Item>[];
}

/** More rows than these are shown when the reader asks for them. */
const SHOWN_MAX = 20;

/** A table of facts beside a decision; absent if there are none. */
export function FactTable<Item>({ title, items, columns }: FactTableProps<Item>) {
  const [isWhole, setIsWhole] = useState(false);
  if (items.length === 0) return null;
  const isCut = !isWhole && items.length > SHOWN_MAX;
  return (
    <div className="request-values">
      <Table
        variant="borderless"
        wrapLines
        contentDensity="compact"
        header={<Header variant="h3">{title}</Header>}
        items={isCut ? items.slice(0, SHOWN_MAX) : items}
        columnDefinitions={columns.map(({ isRowHeader = false, ...column }) => ({
          ...column,
          isRowHeader,
        }))}
        ariaLabels={{ tableLabel: title }}
        footer={
          isCut && (
            <Button variant="inline-link" onClick={() => setIsWhole(true)}>
              {requestText('showAll', { count: items.length })}
            </Button>
          )
        }
      />
    </div>
  );
}
