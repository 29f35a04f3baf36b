import Header from '@cloudscape-design/components/header';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOperator } from '../../session/session-context.tsx';
import { listConfigKinds } from './config-kinds.ts';
import { configText } from './messages.ts';

/** Leads to the first kind of configuration that the operator may read. */
export function ConfigStartPage() {
  const { history } = useRouter();
  const [first] = listConfigKinds(useOperator().permissions);
  useEffect(() => {
    if (first !== undefined) history.replace(first.path);
  }, [first, history]);
  return <Header variant="h1">{configText('title')}</Header>;
}
