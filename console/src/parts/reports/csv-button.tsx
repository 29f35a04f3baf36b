import Button from '@cloudscape-design/components/button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ListTooLongError } from '../../api/list-pages.ts';
import { formatCsv } from '../../values/csv.ts';
import { ErrorPanel } from '../error-panel.tsx';
import { saveFile } from '../files/save-file.ts';
import type { CsvFileColumn } from './csv-file.ts';
import { reportsText } from './reports-messages.ts';

interface CsvButtonProps<Item> {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly columns: readonly CsvFileColumn<Item>[];
  /** Reads all rows of what is shown, also those of pages that are not. */
  readonly read: (onProgress: (count: number) => void) => Promise<readonly Item[]>;
  readonly isDisabled?: boolean;
}

/** Saves the list that is shown, whole, as a file. */
export function CsvButton<Item>({ name, columns, read, isDisabled = false }: CsvButtonProps<Item>) {
  const [count, setCount] = useState(0);
  const save = useMutation({
    mutationFn: async () => {
      setCount(0);
      const items = await read(setCount);
      const rows = items.map((item) => columns.map(({ cell }) => cell(item)));
      const heading = columns.map((column) => column.heading);
      saveFile(`${name}.csv`, formatCsv([heading, ...rows]), 'text/csv');
    },
  });
  return (
    <>
      <Button
        iconName="download"
        disabled={isDisabled}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {reportsText('csv')}
      </Button>
      <span role="status">
        {save.isPending && count > 0 ? reportsText('csvReading', { count }) : ''}
      </span>
      {save.error !== null && <ErrorPanel error={describeFailure(save.error)} />}
    </>
  );
}

function describeFailure(error: Error): Error {
  if (!(error instanceof ListTooLongError)) return error;
  return new Error(reportsText('csvTooLong', { count: error.limit }));
}
