// The requests of all kinds as the index that they share holds them.
import type { ControlledRequest } from '../../../domain/requests/decisions.ts';
import {
  describeAdjustmentRequest,
  describeChangeRequest,
  describeGeneralLedgerRequest,
  describeLifecycleRequest,
} from '../../../domain/requests/request-summaries.ts';
import type {
  RequestDescription,
  RequestKindName,
  RequestSummary,
} from '../../../domain/requests/request-summaries.ts';
import { readText } from '../../store/attributes.ts';
import { fields } from '../../store/fields.ts';
import { INDEXES } from '../../store/indexes.ts';
import type { Item } from '../../store/item.ts';
import type { RequestKind } from '../../store/keys.ts';
import { fromAdjustmentItem } from '../adjustment-items.ts';
import { changeRequestFields } from '../change-items.ts';
import { generalLedgerRequestFields } from '../general-ledger-items.ts';
import { fromLifecycleItem, requestRows } from '../items.ts';

/** The kind of the records of each kind of request. */
export const RECORD_KINDS = {
  ACCOUNT_LIFECYCLE: 'LCR',
  FINANCIAL_ADJUSTMENT: 'FAR',
  GENERAL_LEDGER: 'GLR',
  CHANGE: 'CHG',
} as const satisfies Record<RequestKindName, RequestKind>;

const describers: Readonly<Record<RequestKindName, (item: Item) => RequestDescription>> = {
  ACCOUNT_LIFECYCLE: (item) => describeLifecycleRequest(fromLifecycleItem(item)),
  FINANCIAL_ADJUSTMENT: (item) => describeAdjustmentRequest(fromAdjustmentItem(item)),
  GENERAL_LEDGER: (item) => describeGeneralLedgerRequest(generalLedgerRequestFields.fromItem(item)),
  CHANGE: (item) => describeChangeRequest(changeRequestFields.fromItem(item)),
};

export const controlledRequestFields = fields<ControlledRequest>()(requestRows);

/** Reads what a list shows of a request of any kind. */
export function fromSummaryItem(item: Item): RequestSummary {
  const [, , recordKind] = item.PK.split('#');
  const [name] = Object.entries(RECORD_KINDS).find(([, record]) => record === recordKind) ?? [];
  if (name === undefined) throw new Error(`${item.SK} is no request`);
  const kind = name as RequestKindName;
  const bySubject = readText(item, INDEXES.subject.partition);
  const subject = bySubject.split('#').slice(4, -1).join('#');
  const request = controlledRequestFields.fromItem(item);
  return { request, kind, subject, ...describers[kind](item) };
}
