import { useAccountName } from '../../../parts/use-account-name.ts';
import { PageLink } from '../../../routing/page-link.tsx';

export function AccountName({ id }: { readonly id: string }) {
  const name = useAccountName(id);
  return (
    <PageLink to="/accounts/$accountId" params={{ accountId: id }}>
      {name}
    </PageLink>
  );
}
