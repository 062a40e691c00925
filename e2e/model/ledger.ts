import type { ApplicationType } from '../../packages/domain/src/workflow/application-types.ts';
import type { Answered, Sent } from './line.ts';
import { personOf, procedureOf } from './office.ts';
import { type Act, type Application, act, apply, cancel, leave, passDeadline } from './specification.ts';

export type Told = 'nothing' | 'sent' | 'refused' | 'taken back' | 'left' | 'unsure';

/** Something a person has decided or applied for, and what they were told of it. */
export interface Intent {
  readonly text: string;
  /** The task, the flow, or the draft on the device. */
  readonly subject: string;
  readonly action: string;
  readonly device: string;
  readonly aid: string;
  readonly to: readonly string[];
  told: Told;
  /** Whether the service has carried it out. */
  stands: boolean;
  /** Whether anything of it has left the device. */
  wasSent: boolean;
}

export class Broken extends Error {
  override readonly name = 'Broken';
}
export function demand(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Broken(what);
}

/** Of a request that is carried out twice at once either answer may be the success. */
export const successIn = (answers: readonly Answered[]): Answered | undefined =>
  answers.find(({ status }) => status < 300);

type Content = {
  readonly type: ApplicationType;
  readonly title: string;
  readonly description: string;
  readonly files: number;
};
type Body = {
  readonly type: ApplicationType;
  readonly title: string;
  readonly description: string;
  readonly files: readonly string[];
  readonly remark?: string;
  readonly note?: string;
  readonly tasks?: readonly { readonly taskID: string }[];
};

/** What has to be so at the service, by what was carried out there; looks at every request as it is carried out. */
export class Ledger {
  readonly office: string;
  readonly intents: Intent[] = [];
  /** By the id of the flow. */
  readonly applications = new Map<string, Application>();
  readonly drafts = new Map<string, Content>();
  /** The task that an id of the service stands for. */
  readonly tasks = new Map<string, { readonly flowID: string; readonly at: number }>();
  readonly outside = new Set<string>();
  readonly #now: () => number;
  readonly #sessions = new Map<string, { readonly aid: string; isOver: boolean; newest: string }>();

  constructor(office: string, now: () => number) {
    this.office = office;
    this.#now = now;
  }

  get moment() {
    return { now: this.#now(), isInside: (person: string) => !this.outside.has(person) };
  }

  witness(sent: Sent, answers: readonly Answered[]): void {
    const token = (sent.headers['authorization'] ?? '').slice('Bearer '.length);
    const [answer] = answers as [Answered];
    if (sent.path.startsWith('/api/v1/auth/'))
      return this.#followSession(sent, successIn(answers) ?? answer, token);
    const session = this.#sessions.get(token);
    // The file service has tokens of its own.
    if (session === undefined) return;
    if (!this.#mayAct(sent, { answer, token, session })) return;
    if (sent.method === 'GET') return;
    for (const one of answers)
      demand(one.status < 500, `${sent.method} ${sent.path} fails: ${one.status} ${one.body}`);
    const body = (
      sent.body === undefined || typeof sent.body !== 'string' ? {} : JSON.parse(sent.body)
    ) as Body;
    this.#carryOut({ path: sent.path, method: sent.method, body, by: session.aid }, answers);
  }

  #followSession(sent: Sent, answer: Answered, token: string): void {
    const isDone = answer.status < 300;
    if (!isDone) return;
    if (sent.path.endsWith('/token')) {
      const { aid, token: fresh } = JSON.parse(answer.body) as { aid: string; token: string };
      this.#sessions.set(fresh, { aid, isOver: false, newest: fresh });
      return;
    }
    const session = this.#sessions.get(token);
    if (session === undefined) return;
    if (sent.path.endsWith('/refresh-token')) {
      session.newest = (JSON.parse(answer.body) as { token: string }).token;
      this.#sessions.set(session.newest, session);
    } else if (sent.path.endsWith('/logout')) session.isOver = true;
    else if (sent.path.endsWith('/update-password'))
      for (const other of new Set(this.#sessions.values()))
        if (other !== session && other.aid === session.aid) other.isOver = true;
  }

  /** Whoever is let in must be, and whoever is not must not be. */
  #mayAct(
    sent: Sent,
    {
      answer,
      token,
      session,
    }: { answer: Answered; token: string; session: { aid: string; isOver: boolean; newest: string } },
  ): boolean {
    const isOutside = this.outside.has(personOf(session.aid)) && sent.path.includes('/tenants/');
    const what = `${sent.method} ${sent.path} of ${session.aid}: ${answer.status} ${answer.body.slice(0, 200)}`;
    if (answer.status === 401) {
      demand(session.isOver || session.newest !== token, `turned away for no reason: ${what}`);
      // A token that has a successor ends the session of both.
      session.isOver = true;
      return false;
    }
    demand(!session.isOver, `a session that is over is good for something: ${what}`);
    const isTurnedAway = answer.status === 403 && outcomeOf(answer)?.startsWith('login.') === true;
    demand(isTurnedAway === isOutside, `a membership is not what it is: ${what}`);
    return !isOutside;
  }

  #carryOut({ path, method, body, by }: Carried, answers: readonly Answered[]): void {
    const task = /\/tasks\/([^/]+)\/actions\/([a-z-]+)$/.exec(path);
    if (task !== null) return this.#decide({ subject: task[1]!, body, by }, answers.map(outcomeOf));
    if (path.includes('/tasks/actions/')) {
      for (const { taskID } of body.tasks ?? []) {
        const of = (one: Answered) =>
          (JSON.parse(one.body) as { data: { id: string; code: string | null }[] }).data.find(
            ({ id }) => id === taskID,
          );
        this.#decide(
          { subject: taskID, body, by },
          answers.map((one) => of(one)?.code ?? null),
        );
      }
      return;
    }
    const flow = /\/flows\/([^/]+)\/actions\/(submit|cancel)$/.exec(path);
    if (flow?.[2] === 'cancel') return this.#decide({ subject: flow[1]!, body, by }, answers.map(outcomeOf));
    if (flow?.[2] === 'submit') return this.#submit(flow[1]!, by, answers.map(outcomeOf));
    if (answers[0]!.status >= 300) return;
    const content = {
      type: body.type,
      title: body.title,
      description: body.description,
      files: body.files?.length,
    };
    if (path.endsWith('/user-flows'))
      for (const { body: text } of answers)
        this.drafts.set((JSON.parse(text) as { data: { id: string } }).data.id, content);
    else if (method === 'PUT') this.drafts.set(path.slice(path.lastIndexOf('/') + 1), content);
  }

  #decide(
    { subject, body, by }: { subject: string; body: Body; by: string },
    outcomes: readonly (string | null)[],
  ): void {
    const text = body.remark ?? body.note ?? '';
    const intent = this.intents.find((one) => one.text === text && one.subject === subject);
    demand(intent !== undefined, `nobody has decided ${text} on ${subject}`);
    demand(intent.aid === by, `a decision of ${intent.aid} goes out as ${by}'s`);
    const expected = intent.stands ? null : this.#do(intent);
    for (const outcome of outcomes)
      demand(outcome === expected, `${describe(intent)}: ${outcome ?? 'done'} and not ${expected ?? 'done'}`);
    if (expected === null) {
      demand(intent.told !== 'refused', `${describe(intent)} is done after it was told as refused`);
      demand(intent.told !== 'taken back', `${describe(intent)} is done after it was taken back`);
      intent.stands = true;
    }
  }

  /** @returns the code of a refusal. */
  #do({ action, subject, aid, text, to }: Intent): string | null {
    const { flowID, at } = action === 'cancel' ? { flowID: subject, at: -1 } : this.tasks.get(subject)!;
    const before = this.applications.get(flowID)!;
    const what = { kind: action as Act['kind'], task: at, to } as Act;
    const after =
      action === 'cancel'
        ? cancel(before)
        : act(before, { ...what, by: personOf(aid), note: text }, this.moment);
    if (typeof after === 'string') return after;
    this.applications.set(flowID, after);
    return null;
  }

  #submit(flowID: string, by: string, outcomes: readonly (string | null)[]): void {
    const content = this.drafts.get(flowID)!;
    const intent = this.intents.find(
      ({ action, text }) => action === 'submit' && markOf(text) === markOf(content.title),
    );
    demand(intent?.aid === by, `${content.title} goes out as ${by}'s`);
    for (const outcome of outcomes) demand(outcome === null, `${content.title} is not taken: ${outcome}`);
    if (this.applications.has(flowID)) return;
    demand(!intent.stands, `${content.title} goes out twice`);
    demand(intent.told !== 'taken back', `${content.title} goes out after it was taken back`);
    demand(content.title === intent.text, `${content.title} goes out and not ${intent.text}`);
    intent.stands = true;
    this.applications.set(flowID, apply(personOf(by), procedureOf(content.type), this.moment));
  }

  /** Somebody is no member any more. */
  leave(person: string): void {
    this.outside.add(person);
    for (const [flowID, one] of this.applications)
      this.applications.set(flowID, leave(one, person, this.moment));
  }

  passDeadlines(): void {
    for (const [flowID, one] of this.applications)
      this.applications.set(flowID, passDeadline(one, this.#now()));
  }

  /** Whose token goes with a request. */
  accountOf(sent: Sent): string | null {
    const token = (sent.headers['authorization'] ?? '').slice('Bearer '.length);
    return this.#sessions.get(token)?.aid ?? null;
  }

  /** The title of the application that a request submits. */
  textOfSubmit(path: string): string | undefined {
    const flow = /\/flows\/([^/]+)\/actions\/submit$/.exec(path);
    return flow === null ? undefined : this.drafts.get(flow[1]!)?.title;
  }
}

type Carried = { readonly path: string; readonly method: string; readonly body: Body; readonly by: string };

const outcomeOf = ({ status, body }: Answered): string | null =>
  status < 300 ? null : (JSON.parse(body) as { code: string }).code;

/** What stays of a title however often it is written anew. */
export const markOf = (title: string): string => title.split(' ')[0] ?? '';

export const describe = ({ aid, device, action, text, subject }: Intent): string =>
  `${action} "${text}" of ${aid} on ${device} (${subject})`;
