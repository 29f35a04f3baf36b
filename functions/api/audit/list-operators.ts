import { listOperators } from '../../../schemas/generated/operations/list-operators.ts';
import { operation } from '../../runtime/operation.ts';
import { listOperatorViews } from './read-directory.ts';

export const handler = operation(listOperators, async ({ query, session, after }) =>
  listOperatorViews(session, after, query.limit),
);
