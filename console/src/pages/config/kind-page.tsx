import Header from '@cloudscape-design/components/header';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOperator } from '../../session/session-context.tsx';
import { listConfigKinds, nameConfigKind } from './config-kinds.ts';
import type { ConfigKind } from './config-kinds.ts';
import { configText } from './messages.ts';

interface KindPageProps {
  readonly kind: ConfigKind['id'];
  readonly children: ReactNode;
}

/** What the lists of all kinds share: the heading, and the choice of another kind. */
export function KindPage({ kind, children }: KindPageProps) {
  const { history } = useRouter();
  const kinds = listConfigKinds(useOperator().permissions);
  return (
    <SpaceBetween size="m">
      <Header variant="h1">{configText('title')}</Header>
      {kinds.length > 1 && (
        <SegmentedControl
          label={configText('kind')}
          selectedId={kind}
          options={kinds.map((each) => ({ id: each.id, text: nameConfigKind(each) }))}
          onChange={({ detail }) => {
            const chosen = kinds.find(({ id }) => id === detail.selectedId);
            if (chosen !== undefined) history.push(chosen.path);
          }}
        />
      )}
      {children}
    </SpaceBetween>
  );
}
