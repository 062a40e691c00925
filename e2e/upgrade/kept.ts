import { inspect, isDeepStrictEqual } from 'node:util';

/**
 * Names what a later release lost or changed of an earlier one. Additions are allowed: a later release may answer more properties.
 *
 * @returns one line per difference, with the path of the value.
 */
export function lostValues(earlier: unknown, later: unknown, path = ''): readonly string[] {
  if (Array.isArray(earlier) && Array.isArray(later) && earlier.length === later.length) {
    return earlier.flatMap((value, index) => lostValues(value, later[index], `${path}[${index}]`));
  }
  if (isRecord(earlier) && isRecord(later)) {
    return Object.entries(earlier).flatMap(([name, value]) =>
      lostValues(value, later[name], `${path}.${name}`),
    );
  }
  return isDeepStrictEqual(earlier, later) ? [] : [`${path}: ${inspect(earlier)} became ${inspect(later)}`];
}

/** Names the lines of an earlier list that a later list lacks. */
export const lostLines = (earlier: readonly string[], later: readonly string[]): readonly string[] => {
  const kept = new Set(later);
  return earlier.filter((line) => !kept.has(line));
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Differences between the releases that decisions describe. */
export const deliberateChanges = {
  /** Migration 024 replaces these indexes by indexes that also sort (decision 099). */
  schema: [
    /^index CREATE INDEX (membership_roles_role|memberships_org) /,
    // Migration 055 drops these indexes, or builds them without a column or for fewer rows (decision 131).
    /^index CREATE INDEX (audit_pending_order|flows_tenant|message_channels_aid|message_channels_tid|sessions_aid) /,
    /^index CREATE UNIQUE INDEX (audit_pending_pkey|session_tokens_predecessor_key) /,
    /^constraint (audit_pending audit_pending_pkey|session_tokens session_tokens_predecessor_key) /,
    // Migration 057 builds these indexes for fewer rows (decision 136).
    /^index CREATE INDEX messages_created_at /,
    /^index CREATE UNIQUE INDEX messages_session_id_idempotency_key_key /,
    /^constraint messages messages_session_id_idempotency_key_key /,
    // Migration 058 drops these indexes and references, or builds the indexes for fewer rows or other columns (decision 139).
    /^index CREATE INDEX (audit_records_at|flow_acts_flow|flow_decisions_flow|flow_tasks_waiting|flows_in_progress|flows_running) /,
    /^index CREATE UNIQUE INDEX (batched_jobs_pkey|flow_acts_pkey|flow_decisions_pkey|messages_message_id_key) /,
    /^constraint (batched_jobs batched_jobs_pkey|flow_acts flow_acts_pkey|flow_decisions flow_decisions_pkey|messages messages_message_id_key) /,
    /^constraint (flow_decisions flow_decisions_(aid|task_id)_fkey|messages messages_session_id_fkey) /,
    /^constraint (message_fanout message_fanout_message_id_fkey|push_deliveries push_deliveries_message_id_fkey) /,
    // It leaves room in the pages of two of them.
    /^index CREATE UNIQUE INDEX (flow_tasks_flow_id_position_key|flow_tasks_pkey) /,
    // New messages store no id, once no node of the release before is registered.
    /^column public\.messages\.message_id text NO$/,
    // New pseudonyms are shorter. The functions write and verify both.
    /^function (audit_pseudonym|pseudonym_of) /,
    // Migration 059 builds these indexes over hashes or for one act (decision 142).
    /^index CREATE INDEX audit_records_(daily|member|subject) /,
    // Migration 060 drops an index and two references, and builds two indexes for more or fewer rows (decision 143).
    /^index CREATE INDEX (devices_last_seen|session_tokens_expire_at|sessions_device) /,
    /^constraint (session_tokens session_tokens_sid_fkey|sessions sessions_aid_device_id_fkey) /,
    // The constraint allows one more state, `held`, which no earlier release writes or selects.
    /^constraint push_deliveries push_deliveries_state_check CHECK /,
    // The constraint allows one more state, `canceled`, which no earlier release writes or selects.
    /^constraint flow_mails flow_mails_state_check CHECK /,
  ],
  /** An operator is a person (decision 100): a session of another person lacks the right, its signature is not wrong. */
  answers: [
    / \/api\/v1\/admin\/.*\.status: 401 became 403$/,
    / \/api\/v1\/admin\/.*\.code: 'login\.signature_is_invalid' became 'app\.no_rights'$/,
    / \/api\/v1\/admin\/.*\.message: 'signature is invalid' became 'no rights'$/,
  ],
} as const;

/** Leaves out the differences that match a pattern. */
export const withoutDeliberate = (lines: readonly string[], patterns: readonly RegExp[]) =>
  lines.filter((line) => !patterns.some((pattern) => pattern.test(line)));
