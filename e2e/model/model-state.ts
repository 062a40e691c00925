import type { ApplicationType } from '../../packages/domain/src/workflow/application-types.ts';
import type { Application, ModelAction } from './application.ts';
import type { ReceivedResponse, SentRequest } from './connection.ts';
import { assertInvariant } from './invariants.ts';
import { ModelSessions, refusalOf } from './model-sessions.ts';
import {
  cancelApplication,
  executeAction,
  passDeadline,
  removeMember,
  resubmitApplication,
  submitApplication,
} from './specification.ts';
import { factsOf, fileTextsOf, personOf, procedureOf } from './tenant.ts';

export type ReportedOutcome = 'none' | 'sent' | 'refused' | 'withdrawn' | 'abandoned' | 'unknown';

/** An action of a person, with the outcome that the app reported. */
export interface Intent {
  readonly text: string;
  /** The id of the task, of the flow, or of the draft on the device. */
  readonly subject: string;
  readonly action: string;
  readonly device: string;
  readonly aid: string;
  readonly to: readonly string[];
  /** The stage of a return; null for the applicant. */
  readonly stage: number | null;
  reported: ReportedOutcome;
  /** Whether the service has executed the action. */
  isExecuted: boolean;
  /** Whether any request of the action has left the device. */
  wasSent: boolean;
}

/** If a request is executed twice concurrently, either response may be the success. */
export const firstSuccess = (responses: readonly ReceivedResponse[]): ReceivedResponse | undefined =>
  responses.find(({ status }) => status < 300);

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

/** The expected state of the service. It observes every executed request and asserts the invariants. */
export class ModelState {
  readonly tid: string;
  readonly intents: Intent[] = [];
  /** By flow id. */
  readonly applications = new Map<string, Application>();
  readonly drafts = new Map<string, Content>();
  /** The model’s task for a task id of the service. */
  readonly tasks = new Map<string, { readonly flowID: string; readonly at: number }>();
  readonly formerMembers = new Set<string>();
  /** Absent people and their deputies. */
  readonly deputies = new Map<string, string>();
  readonly #resubmissions = new Set<string>();
  readonly #now: () => number;
  readonly #sessions = new ModelSessions();

  constructor(tid: string, now: () => number) {
    this.tid = tid;
    this.#now = now;
  }

  get context() {
    return {
      now: this.#now(),
      isMember: (person: string) => !this.formerMembers.has(person),
      isDeputy: (person: string, absent: string) => this.deputies.get(absent) === person,
    };
  }

  observe(request: SentRequest, responses: readonly ReceivedResponse[]): void {
    const token = (request.headers['authorization'] ?? '').slice('Bearer '.length);
    const [response] = responses as [ReceivedResponse];
    if (request.path.startsWith('/api/v1/auth/'))
      return this.#sessions.track(request, firstSuccess(responses) ?? response, token);
    const session = this.#sessions.get(token);
    // The file service has its own tokens.
    if (session === undefined) return;
    const isFormerMember =
      this.formerMembers.has(personOf(session.aid)) && request.path.includes('/tenants/');
    if (!this.#sessions.assertAccess(request, { response, token, session, isFormerMember })) return;
    if (request.method === 'GET') return;
    for (const one of responses)
      assertInvariant(one.status < 500, `${request.method} ${request.path} fails: ${one.status} ${one.body}`);
    const body = (
      request.body === undefined || typeof request.body !== 'string' ? {} : JSON.parse(request.body)
    ) as Body;
    const key = request.headers['idempotency-key'] ?? '';
    this.#executeRequest(
      { path: request.path, method: request.method, body, by: session.aid, key },
      responses,
    );
  }

  #executeRequest(
    { path, method, body, by, key }: ExecutedRequest,
    responses: readonly ReceivedResponse[],
  ): void {
    const task = /\/tasks\/([^/]+)\/actions\/([a-z-]+)$/.exec(path);
    if (task !== null) return this.#checkDecision({ subject: task[1]!, body, by }, responses.map(refusalOf));
    if (path.includes('/tasks/actions/')) {
      for (const { taskID } of body.tasks ?? []) {
        const resultOfTask = (response: ReceivedResponse) =>
          (JSON.parse(response.body) as { data: { id: string; code: string | null }[] }).data.find(
            ({ id }) => id === taskID,
          );
        this.#checkDecision(
          { subject: taskID, body, by },
          responses.map((response) => resultOfTask(response)?.code ?? null),
        );
      }
      return;
    }
    const flow = /\/flows\/([^/]+)\/actions\/(submit|cancel)$/.exec(path);
    if (flow?.[2] === 'cancel')
      return this.#checkDecision({ subject: flow[1]!, body, by }, responses.map(refusalOf));
    const returned = /\/flows\/([^/]+)\/actions\/resubmit$/.exec(path);
    if (returned !== null) return this.#checkResubmission(returned[1]!, key, responses.map(refusalOf));
    if (flow?.[2] === 'submit') return this.#checkSubmission(flow[1]!, by, responses.map(refusalOf));
    if (responses[0]!.status >= 300) return;
    const content = {
      type: body.type,
      title: body.title,
      description: body.description,
      files: body.files?.length,
    };
    if (path.endsWith('/user-flows'))
      for (const { body: text } of responses)
        this.drafts.set((JSON.parse(text) as { data: { id: string } }).data.id, content);
    else if (method === 'PUT') this.drafts.set(path.slice(path.lastIndexOf('/') + 1), content);
  }

  #checkDecision(
    { subject, body, by }: { subject: string; body: Body; by: string },
    outcomes: readonly (string | null)[],
  ): void {
    const text = body.remark ?? body.note ?? '';
    const intent = this.intents.find((one) => one.text === text && one.subject === subject);
    assertInvariant(intent !== undefined, `no user entered the decision ${text} on ${subject}`);
    assertInvariant(intent.aid === by, `a decision of ${intent.aid} is executed as ${by}`);
    const expected = intent.isExecuted ? null : this.#executeDecision(intent);
    for (const outcome of outcomes)
      assertInvariant(
        outcome === expected,
        `${describeIntent(intent)}: ${outcome ?? 'executed'} instead of ${expected ?? 'executed'}`,
      );
    if (expected === null) {
      assertInvariant(
        intent.reported !== 'refused',
        `${describeIntent(intent)} is executed after it was reported as refused`,
      );
      assertInvariant(
        intent.reported !== 'withdrawn',
        `${describeIntent(intent)} is executed after its withdrawal`,
      );
      intent.isExecuted = true;
    }
  }

  /** @returns the error code of a refusal, or null. */
  #executeDecision({ action, subject, aid, text, to, stage }: Intent): string | null {
    const { flowID, at } = action === 'cancel' ? { flowID: subject, at: -1 } : this.tasks.get(subject)!;
    const before = this.applications.get(flowID)!;
    const modelAction = { kind: action as ModelAction['kind'], task: at, to, stage } as ModelAction;
    const after =
      action === 'cancel'
        ? cancelApplication(before)
        : executeAction(before, { ...modelAction, by: personOf(aid), note: text }, this.context);
    if (typeof after === 'string') return after;
    this.applications.set(flowID, after);
    return null;
  }

  #checkSubmission(flowID: string, by: string, outcomes: readonly (string | null)[]): void {
    const content = this.drafts.get(flowID)!;
    const intent = this.lastSubmission(content.title);
    assertInvariant(intent?.aid === by, `${content.title} is submitted as ${by}`);
    const isSubmitted = this.applications.has(flowID);
    const applicant = personOf(by);
    const submitted = submitApplication(applicant, typeOf(content, applicant), this.context);
    const expected = typeof submitted === 'string' && !isSubmitted ? submitted : null;
    for (const outcome of outcomes)
      assertInvariant(
        outcome === expected,
        `${content.title} is submitted: ${outcome} instead of ${expected}`,
      );
    if (isSubmitted || typeof submitted === 'string') return;
    assertInvariant(!intent.isExecuted, `${content.title} is submitted twice`);
    assertInvariant(intent.reported !== 'withdrawn', `${content.title} is submitted after its withdrawal`);
    assertInvariant(content.title === intent.text, `${content.title} is submitted instead of ${intent.text}`);
    intent.isExecuted = true;
    this.applications.set(flowID, submitted);
  }

  /** A repeated request has one effect. */
  #checkResubmission(flowID: string, key: string, outcomes: readonly (string | null)[]): void {
    const isRepeated = this.#resubmissions.has(key);
    const before = this.applications.get(flowID)!;
    const type = typeOf(this.drafts.get(flowID)!, before.applicant);
    const after = isRepeated ? null : resubmitApplication(before, type, this.context);
    const expected = typeof after === 'string' ? after : null;
    for (const outcome of outcomes)
      assertInvariant(
        outcome === expected,
        `${flowID} is submitted again: ${outcome} instead of ${expected}`,
      );
    if (after === null || typeof after === 'string') return;
    this.#resubmissions.add(key);
    this.applications.set(flowID, after);
  }

  /** The person is no longer a member. */
  removeMember(person: string): void {
    this.formerMembers.add(person);
    for (const [absent, deputy] of this.deputies)
      if (absent === person || deputy === person) this.deputies.delete(absent);
    for (const [flowID, one] of this.applications)
      this.applications.set(flowID, removeMember(one, person, this.context));
  }

  passDeadlines(): void {
    for (const [flowID, one] of this.applications)
      this.applications.set(flowID, passDeadline(one, this.context));
  }

  /** The account of a request’s token. */
  accountOfRequest(request: SentRequest): string | null {
    const token = (request.headers['authorization'] ?? '').slice('Bearer '.length);
    return this.#sessions.get(token)?.aid ?? null;
  }

  /** The last submission of an application with this title. An earlier one was withdrawn, and the draft edited since. */
  lastSubmission(title: string): Intent | undefined {
    return this.intents.findLast(
      ({ action, text }) => action === 'submit' && titlePrefixOf(text) === titlePrefixOf(title),
    );
  }

  /** The title of the application that a request submits. */
  submittedTitle(path: string): string | undefined {
    const flow = /\/flows\/([^/]+)\/actions\/submit$/.exec(path);
    return flow === null ? undefined : this.drafts.get(flow[1]!)?.title;
  }
}

type ExecutedRequest = {
  readonly path: string;
  readonly method: string;
  readonly body: Body;
  readonly by: string;
  readonly key: string;
};

/** The part of a title that stays the same when the title is edited. */
export const titlePrefixOf = (title: string): string => title.split(' ')[0] ?? '';

export const describeIntent = ({ aid, device, action, text, subject }: Intent): string =>
  `${action} "${text}" of ${aid} on ${device} (${subject})`;

/** The configuration of an application’s type, and what its conditions ask about the application. */
const typeOf = ({ type, title, files }: Content, applicant: string) => ({
  procedure: procedureOf(type),
  facts: factsOf({ type, applicant, fileTexts: fileTextsOf(titlePrefixOf(title), files) }),
});
