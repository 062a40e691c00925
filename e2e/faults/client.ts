import { setTimeout as pause } from 'node:timers/promises';
import { faultOfError } from './error-form.ts';
import type { Journal, Violation } from './journal.ts';
import { processNow } from './process-clock.ts';
import type { Random } from './random.ts';
import type { ServiceNode } from './service-node.ts';

export interface CallRequest {
  readonly method: string;
  readonly path: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: object;
  /** Called for each attempt. */
  readonly form?: () => FormData;
  /** Whether the response is not JSON. */
  readonly expectsBytes?: boolean;
  /** Whether failures have a format of their own. */
  readonly hasOwnErrorFormat?: boolean;
}

export interface CallResponse {
  readonly status: number;
  readonly body: ResponseBody;
  readonly bytes: Buffer | undefined;
}

/** JSON of the service, validated where it is used. */
// oxlint-disable-next-line typescript/no-explicit-any -- responses of two dozen calls; the values read from them are compared with the database
export type ResponseBody = any;

/** The timeout of an attempt while a fault may block it. */
const attemptTimeoutMs = 12_000;
/** The timeout of an attempt while nothing blocks the node. */
const reachableTimeoutMs = 60_000;
/** The timeout of a call with all its attempts. Faults last for seconds. */
export const callTimeoutMs = 180_000;

export interface Client {
  /** Repeats the request at node after node until the response is definite; undefined without a definite response. */
  call(request: CallRequest): Promise<CallResponse | undefined>;
  /** Sends the request to one node once; undefined if the outcome is unknown. */
  attempt(node: ServiceNode, request: CallRequest): Promise<CallResponse | undefined>;
  readonly nodes: readonly ServiceNode[];
}

export function clientOf(nodes: readonly ServiceNode[], journal: Journal, random: Random): Client {
  const { calls } = journal;
  const reportViolation = (violation: Violation) => {
    const { description, ...rest } = violation;
    journal.violations.push({ ...rest, description: `${description} (${new Date().toISOString()})` });
  };

  const attempt = async (node: ServiceNode, request: CallRequest): Promise<CallResponse | undefined> => {
    const startedAt = processNow();
    const wasReachable = node.isResponsive() && node.front.isOpen();
    try {
      const response = await fetch(`http://127.0.0.1:${node.front.port}${request.path}`, {
        method: request.method,
        headers: {
          ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
          ...(request.json ? { 'content-type': 'application/json' } : {}),
          ...request.headers,
        },
        ...(request.json ? { body: JSON.stringify(request.json) } : {}),
        ...(request.form ? { body: request.form() } : {}),
        signal: AbortSignal.timeout(wasReachable ? reachableTimeoutMs : attemptTimeoutMs),
      });
      const { status } = response;
      calls.byStatus.set(status, (calls.byStatus.get(status) ?? 0) + 1);
      const content = Buffer.from(await response.arrayBuffer());
      if (request.expectsBytes && response.ok) return { status, body: undefined, bytes: content };
      const text = content.toString();
      if (!response.ok) {
        const type = response.headers.get('content-type') ?? '';
        const fault = request.hasOwnErrorFormat ? undefined : faultOfError({ status, type, text });
        if (fault)
          reportViolation({
            invariant: 'errors-well-formed',
            description: `${request.method} ${request.path}: ${fault}`,
            evidence: text.slice(0, 500),
          });
      }
      return { status, body: text === '' ? undefined : JSON.parse(text), bytes: undefined };
    } catch (error) {
      const tookMs = processNow() - startedAt;
      if (wasReachable && tookMs >= reachableTimeoutMs && node.isResponsive() && node.front.isOpen()) {
        reportViolation({
          invariant: 'calls-end',
          description: `${request.method} ${request.path} had no response from ${node.name} within ${Math.round(tookMs)} ms`,
          evidence: {
            error: String(error),
            front: node.front.describe(),
            database: node.database.describe(),
            changes: node.changes.describe(),
          },
        });
      }
      return undefined;
    }
  };

  return {
    nodes,
    attempt,
    call: async (request) => {
      calls.asked += 1;
      const deadline = processNow() + callTimeoutMs;
      let index = random.below(nodes.length);
      for (let attempts = 0; processNow() < deadline; attempts += 1) {
        const node = nodes[index % nodes.length] as ServiceNode;
        const response = await attempt(node, request);
        if (response && response.status < 500 && response.status !== 429) {
          if (response.status < 400) calls.acknowledged += 1;
          else calls.refused += 1;
          return response;
        }
        calls.unknown += 1;
        index += 1;
        await pause(Math.min(50 * 2 ** Math.min(attempts, 5), 1000) * random.between(0.5, 1));
      }
      calls.givenUp += 1;
      reportViolation({
        invariant: 'calls-end',
        description: `${request.method} ${request.path} had no definite response within ${callTimeoutMs / 1000} s`,
      });
      return undefined;
    },
  };
}
