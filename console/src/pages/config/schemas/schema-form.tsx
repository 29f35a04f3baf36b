import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { EntitySchema, NewEntitySchema } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useDraft } from '../../../api/submissions/use-draft.ts';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { ChangeForm } from '../editing/change-form.tsx';
import type { RequestFault } from '../editing/check/request-faults.ts';
import { JsonField } from '../editing/json-field.tsx';
import type { TypedRequest } from '../editing/typed-request.ts';
import { schemaText } from './messages.ts';
import {
  buildSchemaRequest,
  describeSchema,
  findSchemaFaults,
  toSchemaInput,
} from './schema-draft.ts';
import type { SchemaFault, SchemaInput } from './schema-draft.ts';

interface SchemaFormProps {
  /** Undefined for an entity that has no schema yet. */
  readonly schema: EntitySchema | undefined;
  readonly onClose: () => void;
}

/** Publishes an entity schema, or its next version. */
export function SchemaForm({ schema, onClose }: SchemaFormProps) {
  const draft = useDraft(`schema ${schema?.id ?? ''}`, toSchemaInput(schema));
  const [isChecked, setIsChecked] = useState(false);
  const { input, change } = draft;
  const label = schemaText(schema === undefined ? 'create' : 'publishVersion');
  return (
    <ChangeForm
      title={label}
      operation={schema === undefined ? 'createSchema' : 'importSchema'}
      submitLabel={label}
      draft={draft}
      describe={describeSchema}
      onCheck={() => setIsChecked(true)}
      build={() => buildSchemaRequest(input)}
      send={useSendSchema(schema === undefined)}
      onClose={onClose}
    >
      {(isLocked, requestFaults) => (
        <SchemaFields
          input={input}
          change={change}
          isLocked={isLocked}
          isNew={schema === undefined}
          requestFaults={requestFaults}
          faults={isChecked ? findSchemaFaults(input) : []}
        />
      )}
    </ChangeForm>
  );
}

interface SchemaFieldsProps {
  readonly input: SchemaInput;
  readonly change: (part: Partial<SchemaInput>) => void;
  readonly isLocked: boolean;
  readonly isNew: boolean;
  readonly faults: readonly SchemaFault[];
  readonly requestFaults: readonly RequestFault[];
}

function SchemaFields(props: SchemaFieldsProps) {
  const { input, change, isLocked, isNew, faults, requestFaults } = props;
  return (
    <SpaceBetween size="m">
      {isNew && (
        <TextField
          label={schemaText('entityLabel')}
          description={schemaText('entityHint')}
          error={faults.includes('entity') ? schemaText('entityWrong') : undefined}
          value={input.entity}
          isLocked={isLocked}
          onChange={(entity) => change({ entity })}
        />
      )}
      <TextField
        label={schemaText('displayName')}
        error={faults.includes('displayName') ? schemaText('displayMissing') : undefined}
        value={input.displayName}
        isLocked={isLocked}
        onChange={(displayName) => change({ displayName })}
      />
      <JsonField
        label={schemaText('fieldsLabel')}
        hint={schemaText('fieldsHint')}
        shape="list"
        rows={16}
        value={input.fields}
        onChange={(fields) => change({ fields })}
        isLocked={isLocked}
        faults={requestFaults}
        pointer="/fields"
      />
    </SpaceBetween>
  );
}

function useSendSchema(isNew: boolean) {
  const { ledger } = useApi();
  return async ({ body, text }: TypedRequest<NewEntitySchema>, key: string) => {
    const params = { header: { 'Idempotency-Key': key } };
    const request = { params, body, bodySerializer: () => text };
    if (isNew) return requireData(await ledger.POST('/api/schemas', request));
    return requireData(await ledger.POST('/api/schemas/import', request));
  };
}
