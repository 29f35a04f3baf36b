// Who receives the alarms.
import { requireArn, requireMembers } from './setting-checks.ts';

export interface AlarmSettings {
  /** An address that receives every alarm; without one the topic of the stage has no subscriber. */
  readonly email?: string;
  /** The ARNs of further topics of SNS that every alarm is published to. */
  readonly topics?: readonly string[];
}

const TOPIC_ARN = {
  pattern: /^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w-]+$/,
  what: 'a list of ARNs of topics (arn:aws:sns:…)',
};

/** An alarm has five receivers at most, of which the topic of the stage is one. */
const TOPICS_MAX = 4;

/** Throws for receivers that no alarm would reach. */
export function refuseAlarmFaults(alarms: AlarmSettings | undefined): void {
  requireMembers('alarms', alarms, ['email', 'topics']);
  const { email, topics = [] } = alarms ?? {};
  if (email !== undefined && !/^\S+@\S+$/.test(email)) {
    throw new Error('alarms.email must be an address, such as ledger-oncall@bank.example');
  }
  if (topics.length > TOPICS_MAX) {
    throw new Error(`alarms.topics takes ${TOPICS_MAX} topics at most, beside that of the stage`);
  }
  for (const topic of topics) requireArn('alarms.topics', topic, TOPIC_ARN);
}
