// Replaces values that differ in every run with fixed ones, so that the generated pages change only when
// the product does.

const INSTANT = '2026-11-20T09:30:00.000Z';
const DAY = INSTANT.slice(0, 10);
/** The period of an export and the end of its retention; of the run of a schedule also when it is due. */
const EXPORT_DAYS =
  /(?:("due_at": ")[^"]+(",\s*))?("period_from": ")[\d-]+(",\s*"period_to": ")([\d-]+)("[^{}]*"retention_until": ")[\d-]+/g;
/** The months around the present, which schedules export: each within so many days of it. */
const SCHEDULED_DAYS = 62;
const DAY_MS = 86_400_000;
const RETENTION_YEARS = 10;
/** The ids of operators come from their tokens and are the same in every run. */
const IDENTIFIER = /(?<!op_)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** An instant in the format of the service. */
const SERVICE_INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const VALUE_DATE = /("effective_date": ?")\d{4}-\d\d-\d\d/g;
/** A receipt, by the digest of its key. */
const RECEIPT = /rcp_[0-9a-f]{32}/g;
/** The issuer of the tokens. */
const LOCAL_ADDRESS = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/g;
/** Of the evidence log: its hashes and signatures, the entry in a proof, and its public key. */
const HASH_BASE64 = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{43}=(?![A-Za-z0-9+/=])/g;
const NOTE_SIGNATURE = /^(— \S+) \S+$/gm;
const PROOF_EXTRA = /^extra \S+$/gm;
const VERIFIER_KEY = /\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/gm;
/** Of a webhook: whether its first attempt was made yet, how long it took, and how this network fails. */
const ATTEMPTS = /"attempts": \[[^\]]*\]/g;
const ATTEMPT = `{ "at": "${INSTANT}", "milliseconds": 8, "error": "ENOTFOUND" }`;
/** The tenant of an example. */
const TENANT = /\btenantof[a-z]+/g;

/**
 * Numbers identifiers in the order in which they appear over all masked texts. Instants in `given`,
 * the caller's request, stay.
 */
export function buildMasker(given: string): (text: string) => string {
  const known = new Map<string, string>();
  const maskSchedule = buildScheduleMasker();
  return (text) =>
    text
      .replace(IDENTIFIER, (id) => {
        const replacement = known.get(id) ?? buildNumberedId(known.size + 1);
        known.set(id, replacement);
        return replacement;
      })
      .replace(RECEIPT, 'rcp_7c7ef6c08578b9bcfbcf2c7222f23ef5')
      .replace(HASH_BASE64, 'kxpJ6IvM4QnFtvbRxvdcSzSZfZdZcWyDsm6g3OYRH0E=')
      .replace(NOTE_SIGNATURE, '$1 GpTw…')
      .replace(PROOF_EXTRA, 'extra eyJhY3Rvci…')
      .replace(VERIFIER_KEY, '+1a94f0c3+AVk0…')
      .replace(LOCAL_ADDRESS, 'https://id.example')
      .replace(TENANT, 'aurora')
      .replace(ATTEMPTS, `"attempts": [${ATTEMPT}]`)
      .replace(SERVICE_INSTANT, (instant) =>
        given.includes(readSecond(instant)) ? instant : INSTANT,
      )
      .replace(VALUE_DATE, `$1${DAY}`)
      .replace(EXPORT_DAYS, maskSchedule);
}

// Numbers the months in the order in which they appear, after the one before the fixed instant.
function buildScheduleMasker(): (text: string, ...groups: readonly string[]) => string {
  let count = 0;
  return (text, ...groups) => {
    const [due, afterDue = '', from = '', to = '', periodTo = '', until = ''] = groups;
    if (Date.parse(periodTo) < Date.now() - SCHEDULED_DAYS * DAY_MS) return text;
    const month = new Date(INSTANT).getUTCMonth() + count - (due === undefined ? 1 : 0);
    count += 1;
    const format = (year: number, index: number, day: number) =>
      new Date(Date.UTC(year, index, day)).toISOString().slice(0, DAY.length);
    const year = new Date(INSTANT).getUTCFullYear();
    const dueAt = due === undefined ? '' : `${due}${format(year, month + 1, 3)}T03:17:00.000Z`;
    const period = `${from}${format(year, month, 1)}${to}${format(year, month + 1, 0)}`;
    return `${dueAt}${afterDue}${period}${until}${format(year + RETENTION_YEARS, month + 1, 0)}`;
  };
}

/** The instant without the fraction of a second, which callers may omit. */
function readSecond(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}

function buildNumberedId(count: number): string {
  return `01a1fa61-4c75-73fb-9fc6-${count.toString(16).padStart(12, '0')}`;
}
