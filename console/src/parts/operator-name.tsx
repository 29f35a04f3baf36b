import { useOperatorName } from '../api/use-operator-name.ts';
import { CopyId } from './copy-id.tsx';

/** An operator by name; by id where the name is not known. */
export function OperatorName({ id }: { readonly id: string }) {
  const name = useOperatorName(id);
  return name === undefined ? <CopyId id={id} /> : <span title={id}>{name}</span>;
}
