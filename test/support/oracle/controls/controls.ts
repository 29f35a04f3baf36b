// The oracle's rules for controls (docs/controls.md): which requests they catch, and how they are replaced.
import { requireFreshId, requireNotBefore, requireSentence } from '../oracle-rule.ts';
import type { ExpectedAnswer, OracleRule } from '../oracle-rule.ts';
import { buildRequest } from '../requests.ts';
import { parseMinorUnits } from '../histories/amounts.ts';
import { putRecord } from '../histories/oracle-state.ts';
import type {
  OracleBody,
  OracleChange,
  OracleControl,
  OracleExchange,
  SentRequest,
  TenantState,
} from '../histories/oracle-state.ts';

/** The conditions that histories use, as functions of what a request moves. */
const conditions: Readonly<Record<string, (amounts: readonly bigint[]) => boolean>> = {
  'amount > 10.00': (amounts) => amounts.some((amount) => amount > 1_000n),
  'amount > 0.00 && amount <= 5.00': (amounts) =>
    amounts.some((amount) => amount > 0n && amount <= 500n),
};

interface DebitLine {
  readonly debit_amount?: string;
}

interface MovedPosting {
  readonly direction: string;
  readonly amount: string;
  readonly currency: string;
}

interface ControlledEntryBody {
  readonly currency?: string;
  readonly ledger_lines: readonly DebitLine[];
  readonly account_postings?: readonly MovedPosting[];
}

/** The sums that the request moves, one for each currency. */
function listAmounts({ operation, body }: SentRequest): bigint[] {
  const { amount, principal, entries } = body as Record<string, string> & {
    readonly entries?: readonly ControlledEntryBody[];
  };
  if (operation === 'createLoan') return [parseMinorUnits(principal ?? '0.00')];
  if (operation === 'postLoanTransaction') return [parseMinorUnits(amount ?? '0.00')];
  const posted = entries ?? [body as ControlledEntryBody];
  const currencies = Map.groupBy(posted, (entry) => {
    const [posting] = entry.account_postings ?? [];
    return posting?.currency ?? entry.currency ?? '';
  });
  return [...currencies.values()].map((own) => sum(own.map(countEntry)));
}

function countEntry({
  ledger_lines: lines,
  account_postings: postings = [],
}: ControlledEntryBody): bigint {
  const sumOf = (amounts: readonly (string | undefined)[]) =>
    sum(amounts.map((amount) => parseMinorUnits(amount ?? '0.00')));
  const ofDirection = (direction: string) =>
    sumOf(postings.filter((one) => one.direction === direction).map(({ amount }) => amount));
  const sums = [
    sumOf(lines.map((line) => line.debit_amount)),
    ofDirection('DEBIT'),
    ofDirection('CREDIT'),
  ];
  return sums.reduce((most, other) => (other > most ? other : most));
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** The first control that catches the request. */
export function findControl(
  { controls }: TenantState,
  sent: SentRequest,
): OracleControl | undefined {
  return controls.list
    .filter(({ operation }) => operation === sent.operation)
    .find(({ when }) => when === undefined || conditions[when]?.(listAmounts(sent)) === true);
}

/** The change request of a request that was caught, or that always takes two operators. */
export function submitChange(
  state: TenantState,
  sent: SentRequest,
  exchange: OracleExchange,
  control?: OracleControl,
): ExpectedAnswer {
  const facts = exchange.answer.body as OracleBody;
  const id = requireFreshId(facts['id'], 'chg', state.changes);
  const { path, body: asked } = sent;
  const { reason } = asked as { readonly reason?: string };
  const cause = control && {
    ...(control.when !== undefined && { when: control.when }),
    controls_version: state.controls.version,
  };
  const body = {
    ...buildRequest(sent, exchange),
    id,
    operation: sent.operation,
    request: { path, body: asked },
    ...(cause && { control: cause }),
    reason: reason ?? requireSentence(facts['reason']),
  };
  const request: OracleChange = {
    id,
    maker: sent.subject,
    status: 'PENDING_APPROVAL',
    subject: sent.operation,
    body,
    sent,
  };
  const changes = putRecord(state.changes, id, request);
  return { status: 202, body, state: { ...state, changes } };
}

/** The effect of the operation, which only an approval has. */
export const replaceControls: OracleRule = {
  status: 202,
  isPut: true,
  carryOut: (state, sent, { answer }) => {
    const { updated_at: updatedAt } = answer.body as OracleBody;
    const { controls } = sent.body as { readonly controls: readonly OracleControl[] };
    const { version, updatedAt: before = '' } = state.controls;
    const after = {
      list: controls,
      version: version + 1,
      updatedAt: requireNotBefore(updatedAt, before),
    };
    return { body: buildControlsBody(after), state: { ...state, controls: after } };
  },
};

const getControls: OracleRule = {
  status: 200,
  carryOut: (state) => ({ body: buildControlsBody(state.controls), state }),
};

/** The controls as the API returns them. */
export function buildControlsBody({ list, version, updatedAt }: TenantState['controls']) {
  return {
    controls: list,
    version,
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
  };
}

export const controlRules = { replaceControls, getControls };
