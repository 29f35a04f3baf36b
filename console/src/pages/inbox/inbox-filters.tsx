import FormField from '@cloudscape-design/components/form-field';
import PropertyFilter from '@cloudscape-design/components/property-filter';
import type { PropertyFilterProps } from '@cloudscape-design/components/property-filter';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Ref } from 'react';
import type { RequestSummary } from '../../../../client/client.ts';
import { partsText } from '../../parts/parts-messages.ts';
import { formatAmount } from '../../values/money.ts';
import { listTokens, readTokens } from './filter-tokens.ts';
import type { InboxSearch } from './inbox-search.ts';
import { inboxText } from './messages.ts';
import { SEARCH_CHECKS } from './search-checks.ts';

const EXACT = { operators: ['='] } as const;
const BETWEEN = { operators: ['>=', '<='], defaultOperator: '>=' } as const;

const properties = (
  [
    ['kind', inboxText('filterKind'), EXACT],
    ['status', inboxText('filterStatus'), EXACT],
    ['subject', inboxText('filterSubject'), EXACT],
    ['maker', inboxText('filterMaker'), EXACT],
    ['amount', inboxText('filterAmount'), BETWEEN],
    ['currency', inboxText('filterCurrency'), EXACT],
    ['age', inboxText('filterAge'), BETWEEN],
  ] as const
).map(([key, propertyLabel, operators]) => ({
  key,
  propertyLabel,
  groupValuesLabel: inboxText('filterValues', { property: propertyLabel }),
  ...operators,
}));

const fixedOptions = [
  ['kind', 'ACCOUNT_LIFECYCLE', inboxText('kindAccountLifecycle')],
  ['kind', 'FINANCIAL_ADJUSTMENT', inboxText('kindFinancialAdjustment')],
  ['kind', 'GENERAL_LEDGER', inboxText('kindGeneralLedger')],
  ['kind', 'CHANGE', inboxText('kindChange')],
  ['status', 'PENDING_APPROVAL', partsText('decisionPending')],
  ['status', 'APPLIED', partsText('decisionApplied')],
  ['status', 'REJECTED', partsText('decisionRejected')],
  ['status', 'FAILED', partsText('decisionFailed')],
  ['age', '1h', inboxText('ageHour')],
  ['age', '1d', inboxText('ageDay')],
  ['age', '3d', inboxText('ageThreeDays')],
  ['age', '7d', inboxText('ageWeek')],
  ['age', '30d', inboxText('ageMonth')],
] as const;

interface InboxFiltersProps {
  readonly search: InboxSearch;
  /** What is listed now, whose makers, subjects and currencies are offered. */
  readonly items: readonly RequestSummary[];
  readonly filterRef: Ref<PropertyFilterProps.Ref>;
}

/** The filters of the address. */
export function InboxFilters({ search, items, filterRef }: InboxFiltersProps) {
  const navigate = getRouteApi('/inbox/{-$requestId}').useNavigate();
  const [faulty, setFaulty] = useState<string>();
  const tokens = listTokens(search, (amount) => formatAmount(amount));
  const change = ({ tokens: given }: PropertyFilterProps.Query) => {
    const { filters, faultyProperty } = readTokens(given, (name, value) =>
      SEARCH_CHECKS[name](value),
    );
    setFaulty(faultyProperty);
    const { view, order } = search;
    const kept = { ...(view && { view }), ...(order && { order }) };
    void navigate({ search: { ...kept, ...filters } as InboxSearch });
  };
  return (
    <FormField stretch errorText={faulty === undefined ? undefined : describeFault(faulty)}>
      <PropertyFilter
        ref={filterRef}
        query={{ operation: 'and', tokens }}
        onChange={({ detail }) => change(detail)}
        filteringProperties={properties}
        filteringOptions={listOptions(items)}
        filteringAriaLabel={inboxText('filter')}
        filteringPlaceholder={inboxText('filter')}
        disableFreeTextFiltering
        hideOperations
        expandToViewport
      />
    </FormField>
  );
}

function describeFault(property: string): string {
  const example = formatAmount('10000.00');
  if (property === 'amount') return inboxText('amountWrong', { example });
  const { propertyLabel = property } = properties.find(({ key }) => key === property) ?? {};
  return inboxText('filterValueWrong', { property: propertyLabel });
}

function listOptions(items: readonly RequestSummary[]): PropertyFilterProps.FilteringOption[] {
  const options = new Map<string, PropertyFilterProps.FilteringOption>();
  const add = (propertyKey: string, value: string, label: string) =>
    options.set(`${propertyKey} ${value}`, { propertyKey, value, label });
  for (const [property, value, label] of fixedOptions) add(property, value, label);
  for (const item of items) {
    add('maker', item.requested_by, item.requested_by_name ?? item.requested_by);
    add('subject', item.subject, item.subject_label || item.subject);
    if (item.currency !== undefined) add('currency', item.currency, item.currency);
  }
  return [...options.values()];
}
