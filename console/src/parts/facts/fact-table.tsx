import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import { useState } from 'react';
import type { ListColumn } from '../item-list.tsx';
import { partsText } from '../parts-messages.ts';
import './facts.css';

interface FactTableProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly columns: readonly ListColumn<Item>[];
}

/** More rows than these are shown when the reader asks for them. */
const SHOWN_MAX = 20;

/** A table of facts; absent if there are none. */
export function FactTable<Item>({ title, items, columns }: FactTableProps<Item>) {
  const [isWhole, setIsWhole] = useState(false);
  if (items.length === 0) return null;
  const isCut = !isWhole && items.length > SHOWN_MAX;
  return (
    <div className="fact-values">
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
            <Button formAction="none" variant="inline-link" onClick={() => setIsWhole(true)}>
              {partsText('showAll', { count: items.length })}
            </Button>
          )
        }
      />
    </div>
  );
}
