import FileUpload from '@cloudscape-design/components/file-upload';
import FormField from '@cloudscape-design/components/form-field';
import { formatBytes } from '../../values/byte-sizes.ts';
import { fieldText } from './field-messages.ts';

interface FileFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly file: File | undefined;
  readonly errorText?: string | undefined;
  /** The endings and media types that the browser offers; any by default. */
  readonly accept?: string;
  readonly onChange: (file: File | undefined) => void;
}

/** One file, chosen or dropped. It stays in the browser until a form sends it. */
export function FileField(props: FileFieldProps) {
  const { label, description, file, errorText, accept, onChange } = props;
  return (
    <FormField
      label={label}
      {...(description !== undefined && { description })}
      {...(errorText !== undefined && { errorText })}
    >
      <FileUpload
        value={file === undefined ? [] : [file]}
        showFileSize
        {...(accept !== undefined && { accept })}
        i18nStrings={{
          uploadButtonText: () => fieldText('choose'),
          dropzoneText: () => fieldText('drop'),
          removeFileAriaLabel: (_index, name) => fieldText('remove', { name }),
          formatFileSize: formatBytes,
        }}
        onChange={({ detail }) => onChange(detail.value.at(-1))}
      />
    </FormField>
  );
}
