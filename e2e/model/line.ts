import type { InjectOptions } from 'fastify';
import type { TestService } from '../../apps/server/testing/service.ts';

type InjectMethod = NonNullable<InjectOptions['method']>;

/** What becomes of a request. */
export const faults = [
  'none',
  /** Never reaches the service. */
  'lost',
  /** Is carried out, and its answer is lost. */
  'answer lost',
  /** The person's line breaks; the request lies somewhere and is carried out later. */
  'late',
  /** Is carried out, and its answer does not come before the client gives up. */
  'answer hangs',
  /** Is carried out after the client has given up. */
  'hangs',
  /** Is carried out twice at the same time. */
  'twice',
  /** Something between answers that the service is away. */
  'away',
  /** The service answers that it is asked too often. */
  'too often',
] as const;
export type Fault = (typeof faults)[number];

export interface Sent {
  readonly method: InjectMethod;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | undefined;
}

export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Told of every request right when the service has carried it out. */
export type Witness = (sent: Sent, answers: readonly Answered[]) => void;

type Held = {
  readonly sent: Sent;
  readonly isDone: boolean;
  /** What the client does when its time is over. */
  readonly giveUp: () => void;
  readonly end: (error: Error) => void;
};

/** One at a time goes to the service: the order in which requests are carried out is the one that is told. */
let turn: Promise<unknown> = Promise.resolve();

/** The line between one device and the service, with the faults that are due on it. */
export class Line {
  readonly origin: string;
  due: Fault[] = [];
  isUp = true;
  /** Requests whose client still waits. */
  held: Held[] = [];
  /** Requests that are on their way, and nobody waits for. */
  late: Sent[] = [];
  active = 0;
  change: (sent: Sent) => Sent = (sent) => sent;
  onSend: (sent: Sent) => void = () => undefined;
  /** Where several devices send at once, this says whose request is the next. */
  turnOf: (() => Promise<void>) | null = null;
  /** Around every request that the service carries out. */
  before: () => Promise<void> = async () => undefined;
  after: () => Promise<void> = async () => undefined;
  readonly #service: TestService;
  readonly #witness: Witness;

  constructor(origin: string, { service, witness }: { service: TestService; witness: Witness }) {
    this.origin = origin;
    this.#service = service;
    this.#witness = witness;
  }

  /** `giveUp` is what the client does when its time is over. */
  async send(given: Sent, giveUp: () => void): Promise<Answered> {
    if (!this.isUp) throw new TypeError('Failed to fetch');
    const sent = this.change(given);
    this.onSend(sent);
    const fault = this.due.shift();
    this.active += 1;
    try {
      await this.turnOf?.();
      return await this.#meet(sent, fault, giveUp);
    } finally {
      this.active -= 1;
    }
  }

  async #meet(sent: Sent, fault: Fault | undefined, giveUp: () => void): Promise<Answered> {
    switch (fault) {
      case undefined:
      case 'none':
        return this.#carryOut(sent);
      case 'lost':
        throw new TypeError('Failed to fetch');
      case 'answer lost':
        await this.#carryOut(sent);
        throw new TypeError('Failed to fetch');
      case 'late':
        this.late.push(sent);
        throw new TypeError('Failed to fetch');
      case 'twice':
        return this.#carryOut(sent, 2);
      case 'away':
        return { status: 503, body: '<html>Service Unavailable</html>' };
      case 'too often':
        return {
          status: 429,
          body: JSON.stringify({ code: 'app.too_many_requests', message: 'too many requests', params: {} }),
        };
      case 'answer hangs':
        await this.#carryOut(sent);
        return this.#hold({ sent, isDone: true, giveUp });
      case 'hangs':
        return this.#hold({ sent, isDone: false, giveUp });
      default:
        return fault satisfies never;
    }
  }

  #hold(held: Omit<Held, 'end'>): Promise<never> {
    return new Promise((_, end) => this.held.push({ ...held, end }));
  }

  /** The time of all clients that wait is over, or they are no more. */
  timeOut(): void {
    const { held } = this;
    this.held = [];
    for (const { sent, isDone, giveUp, end } of held) {
      if (!isDone) this.late.push(sent);
      giveUp();
      end(new TypeError('Failed to fetch'));
    }
  }

  /** What lay somewhere arrives, in another order than it was sent in. */
  async arrive(): Promise<void> {
    const { late } = this;
    this.late = [];
    for (const sent of late.toReversed()) await this.#carryOut(sent);
  }

  #carryOut(sent: Sent, times = 1): Promise<Answered> {
    const done = turn.then(async () => {
      await this.before();
      const answers = await Promise.all(Array.from({ length: times }, () => this.#ask(sent)));
      await this.after();
      this.#witness(sent, answers);
      return answers[0]!;
    });
    turn = done.catch(() => undefined);
    return done;
  }

  async #ask({ method, path, headers, body }: Sent): Promise<Answered> {
    const answer = await this.#service.app.inject({
      method,
      url: path,
      headers: { ...headers, host: new URL(this.origin).host },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : Buffer.from(body) }),
    });
    return { status: answer.statusCode, body: answer.body };
  }
}
