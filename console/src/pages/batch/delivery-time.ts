// When an export was delivered, as the operator enters it: a day and a time of the day in UTC.
import { isCalendarDate } from '../../values/calendar-dates.ts';

export interface DeliveryInput {
  readonly reference: string;
  readonly day: string;
  readonly time: string;
}

export type DeliveryFault = 'authorityReferenceMissing' | 'dayInvalid' | 'timeInvalid' | 'inFuture';

export type DeliveryFaults = Readonly<Partial<Record<keyof DeliveryInput, DeliveryFault>>>;

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
/** The clocks of browser and service differ. */
const TOLERANCE_MS = 60_000;

/** Fills in the present minute. */
export function buildDeliveryInput(now: Date): DeliveryInput {
  const [day = '', time = ''] = now.toISOString().split('T');
  return { reference: '', day, time: time.slice(0, 'hh:mm'.length) };
}

/** What the operator must correct before the delivery is recorded, which is final. */
export function findDeliveryFaults(input: DeliveryInput, now: Date): DeliveryFaults {
  const day = isCalendarDate(input.day.trim()) ? undefined : 'dayInvalid';
  const time = TIME.test(input.time.trim()) ? undefined : 'timeInvalid';
  const isFuture =
    day === undefined &&
    time === undefined &&
    Date.parse(formatDeliveryTime(input)) > now.getTime() + TOLERANCE_MS;
  return {
    ...(input.reference.trim() === '' && { reference: 'authorityReferenceMissing' }),
    ...(day !== undefined && { day }),
    ...(time !== undefined && { time }),
    ...(isFuture && { day: 'inFuture' }),
  };
}

/** The instant as the API takes it. */
export function formatDeliveryTime({ day, time }: DeliveryInput): string {
  return `${day.trim()}T${time.trim()}:00Z`;
}
