import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import './fields.css';

interface FormRow {
  readonly id: string;
}

interface RowListProps<Row extends FormRow> {
  readonly title: string;
  readonly description?: string;
  readonly rows: readonly Row[];
  readonly onChange: (rows: readonly Row[]) => void;
  /** What a row that is added starts with. */
  readonly emptyRow: Omit<Row, 'id'>;
  /** As many rows are allowed. */
  readonly rowsMax?: number;
  readonly nameRow: (count: number) => string;
  readonly addLabel: string;
  readonly nameRemoval: (count: number) => string;
  readonly isLocked: boolean;
  readonly renderRow: (row: Row, change: (part: Partial<Row>) => void) => ReactNode;
  /** What the form says of the rows together. */
  readonly error?: string | undefined;
  /** Beside the button that adds a row. */
  readonly summary?: ReactNode;
}

/** Rows of fields, of which an operator adds and removes some. */
export function RowList<Row extends FormRow>(props: RowListProps<Row>) {
  const { title, description, rows, onChange, isLocked, renderRow, error, rowsMax } = props;
  const isFull = rowsMax !== undefined && rows.length >= rowsMax;
  const add = () => onChange([...rows, { ...props.emptyRow, id: crypto.randomUUID() } as Row]);
  const change = (id: string, part: Partial<Row>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  return (
    <Container
      header={
        <Header variant="h2" description={description}>
          {title}
        </Header>
      }
    >
      <SpaceBetween size="m">
        {rows.map((row, at) => (
          <div key={row.id} role="group" aria-label={props.nameRow(at + 1)} className="field-row">
            <div>{renderRow(row, (part) => change(row.id, part))}</div>
            <Button
              formAction="none"
              iconName="close"
              variant="icon"
              disabled={isLocked}
              ariaLabel={props.nameRemoval(at + 1)}
              onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
            />
          </div>
        ))}
        <FormField {...(error !== undefined && { errorText: error })}>
          <SpaceBetween direction="horizontal" size="m" alignItems="center">
            <Button formAction="none" disabled={isLocked || isFull} onClick={add}>
              {props.addLabel}
            </Button>
            {props.summary}
          </SpaceBetween>
        </FormField>
      </SpaceBetween>
    </Container>
  );
}
