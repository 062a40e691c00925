import type { InjectOptions } from 'fastify';
import type { TestService } from '../../apps/server/testing/service.ts';

type InjectMethod = NonNullable<InjectOptions['method']>;

/** The fates of a request. */
export const faults = [
  'none',
  /** The request never reaches the service. */
  'request lost',
  /** The service executes the request, and the response is lost. */
  'response lost',
  /** The connection breaks, and the service executes the request later. */
  'request delayed',
  /** The service executes the request, and the client times out before the response. */
  'response hangs',
  /** The service executes the request after the client has timed out. */
  'request hangs',
  /** The service executes the request twice concurrently. */
  'request duplicated',
  /** An intermediary responds that the service is unavailable. */
  'service unavailable',
  /** The service responds that there are too many requests. */
  'rate limited',
] as const;
export type Fault = (typeof faults)[number];

export interface SentRequest {
  readonly method: InjectMethod;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | undefined;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly body: string;
}

/** Receives every request right after the service has executed it. */
export type ExecutionObserver = (request: SentRequest, responses: readonly ReceivedResponse[]) => void;

type PendingRequest = {
  readonly request: SentRequest;
  readonly isExecuted: boolean;
  /** The client’s reaction to its timeout. */
  readonly onTimeout: () => void;
  readonly reject: (error: Error) => void;
};

/** The service receives one request at a time, so that observers see the order of execution. */
let executionQueue: Promise<unknown> = Promise.resolve();

/** The connection between one device and the service, with its upcoming faults. */
export class Connection {
  readonly origin: string;
  upcomingFaults: Fault[] = [];
  isOnline = true;
  /** Requests whose client still waits. */
  pendingRequests: PendingRequest[] = [];
  /** Requests in transit whose client no longer waits. */
  delayedRequests: SentRequest[] = [];
  activeCount = 0;
  transformRequest: (request: SentRequest) => SentRequest = (request) => request;
  onSend: (request: SentRequest) => void = () => undefined;
  /** Decides whose request is next when several devices send concurrently. */
  waitForTurn: (() => Promise<void>) | null = null;
  /** Hooks around every request that the service executes. */
  beforeExecution: () => Promise<void> = async () => undefined;
  afterExecution: () => Promise<void> = async () => undefined;
  readonly #service: TestService;
  readonly #onExecuted: ExecutionObserver;

  constructor(
    origin: string,
    { service, onExecuted }: { service: TestService; onExecuted: ExecutionObserver },
  ) {
    this.origin = origin;
    this.#service = service;
    this.#onExecuted = onExecuted;
  }

  /** @param onTimeout the client’s reaction to its timeout. */
  async send(original: SentRequest, onTimeout: () => void): Promise<ReceivedResponse> {
    if (!this.isOnline) throw new TypeError('Failed to fetch');
    const request = this.transformRequest(original);
    this.onSend(request);
    const fault = this.upcomingFaults.shift();
    this.activeCount += 1;
    try {
      await this.waitForTurn?.();
      return await this.#applyFault(request, fault, onTimeout);
    } finally {
      this.activeCount -= 1;
    }
  }

  async #applyFault(
    request: SentRequest,
    fault: Fault | undefined,
    onTimeout: () => void,
  ): Promise<ReceivedResponse> {
    switch (fault) {
      case undefined:
      case 'none':
        return this.#execute(request);
      case 'request lost':
        throw new TypeError('Failed to fetch');
      case 'response lost':
        await this.#execute(request);
        throw new TypeError('Failed to fetch');
      case 'request delayed':
        this.delayedRequests.push(request);
        throw new TypeError('Failed to fetch');
      case 'request duplicated':
        return this.#execute(request, 2);
      case 'service unavailable':
        return { status: 503, body: '<html>Service Unavailable</html>' };
      case 'rate limited':
        return {
          status: 429,
          body: JSON.stringify({ code: 'app.too_many_requests', message: 'too many requests', params: {} }),
        };
      case 'response hangs':
        await this.#execute(request);
        return this.#hold({ request, isExecuted: true, onTimeout });
      case 'request hangs':
        return this.#hold({ request, isExecuted: false, onTimeout });
      default:
        return fault satisfies never;
    }
  }

  #hold(pending: Omit<PendingRequest, 'reject'>): Promise<never> {
    return new Promise((_, reject) => this.pendingRequests.push({ ...pending, reject }));
  }

  /** All waiting clients time out or have ended. */
  timeOutPending(): void {
    const { pendingRequests } = this;
    this.pendingRequests = [];
    for (const { request, isExecuted, onTimeout, reject } of pendingRequests) {
      if (!isExecuted) this.delayedRequests.push(request);
      onTimeout();
      reject(new TypeError('Failed to fetch'));
    }
  }

  /** Delayed requests arrive in the reverse of the order in which they were sent. */
  async deliverDelayed(): Promise<void> {
    const { delayedRequests } = this;
    this.delayedRequests = [];
    for (const request of delayedRequests.toReversed()) await this.#execute(request);
  }

  #execute(request: SentRequest, times = 1): Promise<ReceivedResponse> {
    const execution = executionQueue.then(async () => {
      await this.beforeExecution();
      const responses = await Promise.all(Array.from({ length: times }, () => this.#inject(request)));
      await this.afterExecution();
      this.#onExecuted(request, responses);
      return responses[0]!;
    });
    executionQueue = execution.catch(() => undefined);
    return execution;
  }

  async #inject({ method, path, headers, body }: SentRequest): Promise<ReceivedResponse> {
    const response = await this.#service.app.inject({
      method,
      url: path,
      headers: { ...headers, host: new URL(this.origin).host },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : Buffer.from(body) }),
    });
    return { status: response.statusCode, body: response.body };
  }
}
