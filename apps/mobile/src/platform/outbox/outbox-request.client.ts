import { usesDialect16 } from '@sealflow/domain/versions';
import type { Api } from '../api/index.ts';
import { bulkRefusal, canBeBatched } from './outbox.rules.ts';
import type { OutboxEntry, Outcome, SendApplication } from './outbox.types.ts';

type OutcomesBySeq = ReadonlyMap<number, Outcome>;

type SendOptions = {
  readonly serviceVersion: string;
  readonly signal: AbortSignal;
  readonly sendApplication: SendApplication;
};

/**
 * Sends decisions that were made together, in the protocol version of their tenant.
 * @returns outcomes by `seq`; a decision without one is unfinished and continues later.
 * @throws ApiError if all of them failed alike.
 */
export async function sendDecisions(
  api: Api,
  entries: readonly OutboxEntry[],
  { serviceVersion, signal, sendApplication }: SendOptions,
): Promise<OutcomesBySeq> {
  const [first] = entries;
  if (first === undefined) return new Map();
  const { tid, remark, requestKey } = first;
  if (first.action === 'submit') {
    const isSent = await sendApplication({ tid, draftID: first.subject }, signal);
    return new Map(isSent ? [[first.seq, { state: 'sent' }]] : []);
  }
  const text = remark.trim();
  const remarkFields = text === '' ? {} : usesDialect16(serviceVersion) ? { remark: text } : { note: text };
  const headers = { 'idempotency-key': requestKey };
  if (entries.length > 1 && canBeBatched(first)) {
    const action = first.action === 'approve' ? 'approve' : 'reject';
    const tasks = entries.map(({ subject, seen }) => ({
      taskID: subject,
      ...(seen === null ? {} : { seen }),
    }));
    const { data } = await api.call(`POST /api/v1/tenants/{tid}/tasks/actions/${action}`, {
      params: { tid },
      headers,
      body: { tasks, ...remarkFields },
      signal,
    });
    const answers = new Map(data.map((answer) => [answer.id, answer]));
    return new Map(
      entries.flatMap(({ seq, subject }): [number, Outcome][] => {
        const answer = answers.get(subject);
        if (answer === undefined) return [];
        return [
          [seq, answer.ok ? { state: 'sent' } : { state: 'refused', refusal: bulkRefusal(answer), seq }],
        ];
      }),
    );
  }
  await sendOne(api, first, { remarkFields, headers, signal });
  return new Map([[first.seq, { state: 'sent' }]]);
}

type RequestParts = {
  readonly remarkFields: { readonly remark?: string; readonly note?: string };
  readonly headers: { readonly 'idempotency-key': string };
  readonly signal: AbortSignal;
};

async function sendOne(
  api: Api,
  entry: OutboxEntry,
  { remarkFields, headers, signal }: RequestParts,
): Promise<void> {
  const { tid, action, flowID, subject: taskID, people, seen } = entry;
  const body = { ...remarkFields, ...(seen === null ? {} : { seen }) };
  const fids = people.map(({ fid }) => fid);
  if (action === 'cancel') {
    const params = { tid, flowID };
    await api.call('POST /api/v1/tenants/{tid}/flows/{flowID}/actions/cancel', {
      params,
      headers,
      body,
      signal,
    });
    return;
  }
  const params = { tid, taskID };
  if (action === 'add-approval') {
    await api.call('POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/add-approval', {
      params,
      headers,
      body: { ...body, approvers: fids },
      signal,
    });
  } else if (action === 'transfer') {
    await api.call('POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/transfer', {
      params,
      headers,
      body: { ...body, assignee: fids[0] ?? '' },
      signal,
    });
  } else if (action === 'return') {
    const { stage } = entry;
    await api.call('POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/return', {
      params,
      headers,
      body: { ...body, ...(stage == null ? {} : { stage }) },
      signal,
    });
  } else if (action !== 'submit') {
    await api.call(`POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/${action}`, {
      params,
      headers,
      body,
      signal,
    });
  }
}

/**
 * Whether a task that refuses was already closed by this very decision: the service deletes keys after a week, and a
 * response may have been lost before that. The same user may have decided otherwise, or with another remark, on
 * another device.
 */
export async function wasAlreadyApplied(api: Api, entry: OutboxEntry, signal: AbortSignal): Promise<boolean> {
  const outcomes: Partial<Record<OutboxEntry['action'], string>> = {
    approve: 'approved',
    reject: 'rejected',
    complete: 'direct_completed',
    return: 'handled',
    'add-approval': 'converted_to_add_approval',
    transfer: 'transferred',
    handle: 'handled',
    read: 'handled',
  };
  const { tid, flowID, action, subject, people } = entry;
  const remark = entry.remark.trim();
  // The code that sends an application has already checked.
  if (action === 'submit') return false;
  if (action === 'cancel') {
    const { data } = await api.call('GET /api/v1/tenants/{tid}/flows/{flowID}', {
      params: { tid, flowID },
      signal,
    });
    // The remark of a cancellation is not part of the response.
    return data.state === 'canceled' && remark === '';
  }
  const { data } = await api.call('GET /api/v1/tenants/{tid}/flows/{flowID}/process', {
    params: { tid, flowID },
    signal,
  });
  const tasks = data.flatMap((step) => step.tasks);
  const task = tasks.find(({ id }) => id === subject);
  if (task?.state !== 'processed' || task.outcome !== outcomes[action]) return false;
  const isNamed = ({ fid }: { readonly fid: string }) => tasks.some(({ assignee }) => assignee?.fid === fid);
  if (action === 'return' && task.returnedTo?.stage !== (entry.stage ?? null)) return false;
  return (task.note ?? '') === remark && people.every(isNamed);
}
