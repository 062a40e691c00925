import type { SendApplication } from '../../src/platform/outbox/outbox.types.ts';
import { createTestApi } from '../session/test-api.ts';

export type Line = 'good' | 'lost' | 'dead' | 'busy' | 'hangs' | 'forbids';

type Decided = { readonly key: string; readonly content: string; readonly answer: object };

/**
 * A model of the service's rules for decisions: each task has one decision, a repeated key gets the same answer, and a
 * repeated key with other content is refused. The network to it can lose the request, lose the answer, or hang.
 */
export function createModelService() {
  const decided = new Map<string, Decided>();
  const requests: string[] = [];
  let line: Line = 'good';
  /** The keys that had an effect, by task. More than one key of a task is the fault that the tests look for. */
  const effects = new Map<string, string[]>();

  const refusal = (code: string) => ({ ok: false as const, code, message: code });
  function decide(taskID: string, key: string, content: string) {
    const before = decided.get(taskID);
    if (before?.key === key && before.content === content)
      return { ok: true as const, answer: before.answer };
    if (before?.key === key) return refusal('work.idempotency_key_reused');
    if (before !== undefined || taskID.startsWith('over')) return refusal('work.task_state_error');
    const answer = { id: taskID, note: null, processTime: 1, state: 'processed' };
    decided.set(taskID, { key, content, answer });
    effects.set(taskID, [...(effects.get(taskID) ?? []), key]);
    return { ok: true as const, answer };
  }

  async function answerTo(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    requests.push(`${request.method} ${pathname}`);
    if (request.method === 'GET') return Response.json({ data: [] });
    const key = request.headers.get('idempotency-key') ?? '';
    const { tasks, seen, ...rest } = (await request.json()) as {
      tasks?: { taskID: string; seen?: string }[];
      seen?: string;
    };
    const action = pathname.split('/').at(-1) ?? '';
    const contentOf = (of: string | undefined) => JSON.stringify([action, rest, of ?? null]);
    if (tasks === undefined) {
      const subject = pathname.split('/').at(-3) ?? '';
      const result = decide(subject, key, contentOf(seen));
      return result.ok
        ? Response.json({ data: result.answer })
        : Response.json({ ...result, params: {} }, { status: 409 });
    }
    const data: object[] = [];
    for (const { taskID, seen: own } of tasks) {
      const result = decide(taskID, key, contentOf(own));
      const none = { id: taskID, note: null, processTime: null, state: null };
      data.push(
        result.ok ? { ...result.answer, ok: true, code: null, message: null } : { ...none, ...result },
      );
    }
    return Response.json({ data });
  }

  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    if (line === 'dead') throw new TypeError('Failed to fetch');
    if (line === 'busy') return new Response('busy', { status: 503 });
    if (line === 'forbids') return Response.json({ code: 'app.too_many_requests' }, { status: 429 });
    const answer = await answerTo(request);
    if (line === 'lost') throw new TypeError('Failed to fetch');
    if (line === 'hangs') {
      return new Promise<Response>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    }
    return answer;
  };
  const api = createTestApi({ fetch: send });
  /** Sends an application like the app: first the files, then one request with the key of the application. */
  const rounds = new Map<string, number>();
  const sendApplication: SendApplication = async ({ tid, draftID }, signal) => {
    const round = (rounds.get(draftID) ?? 0) + 1;
    rounds.set(draftID, round);
    if (round === 1) return false;
    await api.call('POST /api/v1/tenants/{tid}/flows/{flowID}/actions/submit', {
      params: { tid, flowID: draftID },
      headers: { 'idempotency-key': `submit-${draftID}` },
      body: {},
      signal,
    });
    return true;
  };
  return {
    api,
    sendApplication,
    requests,
    effects,
    setLine: (next: Line) => {
      line = next;
    },
  };
}
