import { getOperator } from '../../../schemas/generated/operations/get-operator.ts';
import { operation } from '../../runtime/operation.ts';
import { readOperatorView } from './read-directory.ts';

export const handler = operation(getOperator, async ({ path, session }) => ({
  body: await readOperatorView(session, path.operatorId),
}));
