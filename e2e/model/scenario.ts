import { randomUUID } from 'node:crypto';
import type * as fc from 'fast-check';
import type { NewDecision, Outcome } from '../../apps/mobile/src/platform/outbox/index.ts';
import { handleDeadline } from '../../apps/server/src/modules/workflow/deadline.job.ts';
import { handleExecutorLeft } from '../../apps/server/src/modules/workflow/workflow.job.ts';
import type { TestService } from '../../apps/server/testing/service.ts';
import { Connection, type SentRequest } from './connection.ts';
import { Device } from './device.ts';
import { assertInvariant } from './invariants.ts';
import { checkLeavingRequest } from './leaving-requests.ts';
import {
  describeIntent,
  firstSuccess,
  type Intent,
  ModelState,
  type ReportedOutcome,
} from './model-state.ts';
import type { SeededFault } from './seeded-faults.ts';
import { accountHolders, accountOf, createTenantWithMembers, type Person, password } from './tenant.ts';

export interface EnteredDraft {
  readonly draftID: string;
  readonly device: string;
  readonly aid: string;
  readonly files: number;
  title: string;
  description: string;
  /** Whether the person has signed out of the device since. */
  isAbandoned: boolean;
}

interface ScenarioOptions {
  readonly service: TestService;
  readonly scheduler: fc.Scheduler;
  readonly seededFault: SeededFault | undefined;
}

const deviceNames = ['lin-phone', 'ann-phone', 'ann-pad', 'bob-phone'] as const;

/** The service accepts device proofs for its own hosts only. A tenant reuses the hosts of a finished tenant. */
const hostCount = 20;
const hostOf = (name: string, round: number): string => `${name}-${round % hostCount}.test`;
export const hosts: readonly string[] = deviceNames.flatMap((name) =>
  Array.from({ length: hostCount }, (_, round) => hostOf(name, round)),
);

let tenantCount = 0;

/** A tenant with its people, their devices, the connections to the service, and the invariants over all of them. */
export class Scenario {
  readonly service: TestService;
  readonly tid: string;
  readonly model: ModelState;
  readonly devices: readonly Device[];
  readonly enteredDrafts: EnteredDraft[] = [];
  readonly passwords = new Map<string, string>();
  readonly #violations: Error[] = [];
  #textCount = 0;
  readonly #scheduler: fc.Scheduler;

  private constructor(
    { service, scheduler, seededFault }: ScenarioOptions,
    { tid, round }: { tid: string; round: number },
  ) {
    this.service = service;
    this.#scheduler = scheduler;
    this.tid = tid;
    const now = () => service.time.now;
    this.model = new ModelState(tid, now);
    for (const person of accountHolders) this.passwords.set(accountOf(tid, person), password);
    this.devices = deviceNames.map((name) => {
      const connection = new Connection(`http://${hostOf(name, round)}`, {
        service,
        onExecuted: (request, responses) => this.collectViolation(() => this.#observe(request, responses)),
      });
      connection.onSend = (request) =>
        this.collectViolation(() => checkLeavingRequest(this.model, name, request));
      seededFault?.applyToConnection?.(connection, service);
      return new Device(name, { connection, now });
    });
  }

  static async open(options: ScenarioOptions): Promise<Scenario> {
    const { service, seededFault } = options;
    tenantCount += 1;
    const tid = `t${tenantCount}`;
    // The tenants alternate between both dialects.
    await createTenantWithMembers(service, tid, tenantCount % 2 === 0 ? 'eds-pro_15.4' : 'eds-pro_16.2');
    const scenario = new Scenario(options, { tid, round: tenantCount });
    for (const device of scenario.devices) {
      await device.start();
      await scenario.signIn(device, device.name.slice(0, 3) as Person);
      // Without a sign-in no later violation could occur.
      if (device.accountID === null) throw new Error(`${device.name} is not signed in`);
      seededFault?.applyToDevice?.(device);
    }
    return scenario;
  }

  uniqueText(prefix: string): string {
    this.#textCount += 1;
    return `${prefix}${this.#textCount}`;
  }

  /** A violation inside of the app’s own work is stored and thrown at the end of the command. */
  collectViolation(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#violations.push(error as Error);
    }
  }

  assertNoViolations(): void {
    const [first] = this.#violations;
    if (first !== undefined) throw first;
  }

  #observe(request: SentRequest, responses: readonly [] | Parameters<ModelState['observe']>[1]): void {
    if (request.path.endsWith('/update-password') && firstSuccess(responses) !== undefined) {
      const { newPassword } = JSON.parse(request.body as string) as { newPassword: string };
      const aid = this.model.accountOfRequest(request);
      if (aid !== null) this.passwords.set(aid, newPassword);
    }
    this.model.observe(request, responses);
  }

  async signIn(device: Device, person: Person): Promise<void> {
    const aid = accountOf(this.tid, person);
    await device.run(
      device.services.session.signIn({ username: aid, password: this.passwords.get(aid) ?? password }),
    );
    await device.continueAfterFailure();
  }

  async signOut(device: Device): Promise<void> {
    const aid = device.accountID;
    if (aid === null) return;
    await this.syncWithOutbox(device);
    const isOfAccount = (one: { device: string; aid: string }) =>
      one.device === device.name && one.aid === aid;
    for (const one of this.model.intents)
      if (isOfAccount(one) && one.reported === 'none') one.reported = 'abandoned';
    for (const one of this.enteredDrafts) if (isOfAccount(one)) one.isAbandoned = true;
    device.tasks = [];
    device.flows = [];
    await device.run(device.services.session.signOut());
  }

  /** The person decides, and the reported outcomes are recorded. */
  async decide(
    device: Device,
    decisions: readonly Pick<
      NewDecision,
      'action' | 'flowID' | 'subject' | 'title' | 'people' | 'stage' | 'seen'
    >[],
    text: string,
  ): Promise<void> {
    const aid = device.accountID;
    if (aid === null || device.outbox === null) return;
    const intents = decisions.map(
      ({ action, subject, people, stage = null }): Intent => ({
        text,
        subject,
        action,
        device: device.name,
        aid,
        to: people.map(({ fid }) => fid),
        stage,
        reported: 'none',
        isExecuted: false,
        wasSent: false,
      }),
    );
    this.model.intents.push(...intents);
    const remark = decisions[0]?.action === 'submit' ? '' : text;
    const work = async () => {
      const outcomes = await device.app.submitDecisions(
        aid,
        decisions.map((one) => ({ ...one, tid: this.tid, remark })),
      );
      for (const [at, outcome] of outcomes.entries())
        await this.#recordOutcome(device, intents[at]!, outcome);
    };
    await device.run(work());
  }

  async #recordOutcome(device: Device, intent: Intent, outcome: Outcome): Promise<void> {
    if (outcome.state === 'waiting') return;
    const isUnknown = outcome.state === 'refused' && outcome.refusal.mayStand;
    this.reportOutcome(intent, isUnknown ? 'unknown' : outcome.state);
    // The screen dismisses a refusal after it has shown it.
    if (outcome.state === 'refused') await device.app.dismissRefusal(outcome.seq);
  }

  /**
   * Runs tasks of several devices concurrently. The scheduler draws the order of their requests, and fast-check can
   * shrink it.
   */
  async runConcurrently(tasks: readonly (() => Promise<void>)[]): Promise<void> {
    for (const { connection } of this.devices)
      connection.waitForTurn = () =>
        this.#scheduler.schedule(Promise.resolve(), `a request of ${connection.origin}`);
    await this.#scheduler.waitFor(Promise.all(tasks.map((work) => work())));
    for (const { connection } of this.devices) connection.waitForTurn = null;
  }

  reportOutcome(intent: Intent, reported: ReportedOutcome): void {
    this.collectViolation(() => {
      if (intent.reported !== 'none') return;
      intent.reported = reported;
      assertInvariant(
        reported !== 'sent' || intent.isExecuted,
        `${describeIntent(intent)} is reported as sent but was not executed`,
      );
      assertInvariant(
        reported !== 'refused' || !intent.isExecuted,
        `${describeIntent(intent)} was executed but is reported as refused`,
      );
      assertInvariant(
        reported !== 'withdrawn' || !intent.isExecuted,
        `${describeIntent(intent)} was executed but is reported as withdrawn`,
      );
    });
  }

  /** Records the outcomes that the outbox list reports. */
  async syncWithOutbox(device: Device): Promise<void> {
    const { accountID: aid, outbox } = device;
    if (aid === null || outbox === null) return;
    const entries = await outbox.list();
    for (const intent of this.model.intents) {
      if (intent.device !== device.name || intent.aid !== aid || intent.reported !== 'none') continue;
      const entry = entries.find((one) => one.subject === intent.subject && one.action === intent.action);
      if (entry === undefined) this.reportOutcome(intent, 'sent');
      else if (entry.refusal !== null)
        this.reportOutcome(intent, entry.refusal.mayStand ? 'unknown' : 'refused');
    }
  }

  /** Ends a membership. The service then closes the person’s tasks. */
  async endMembership(person: string): Promise<void> {
    const { tid, service } = this;
    await service.db
      .updateTable('memberships')
      .set({ state: 'ended' })
      .where('tid', '=', tid)
      .where('fid', '=', person)
      .execute();
    await service.changes.catchUp();
    await handleExecutorLeft(service.workflow, { tid, fid: person });
    this.model.removeMember(person);
  }

  /** Names a deputy without an end, or ends the absence of a person who has one. */
  async toggleAbsence(person: Person, deputy: Person): Promise<void> {
    const { tid, service, model } = this;
    const { isMember } = model.context;
    if (person === deputy || !isMember(person) || !isMember(deputy)) return;
    const at = new Date(service.time.now);
    if (model.deputies.delete(person)) {
      await service.db
        .updateTable('absences')
        .set({ ended_at: at, end_reason: 'taken_back', changed_at: at })
        .where('tid', '=', tid)
        .where('fid', '=', person)
        .where('ended_at', 'is', null)
        .execute();
    } else {
      const period = { from_at: new Date(0), until_at: null, types: null, created_at: at, changed_at: at };
      const row = { absence_id: randomUUID(), tid, fid: person, deputy_fid: deputy, ...period };
      await service.db
        .insertInto('absences')
        .values({ ...row, ended_at: null, end_reason: null })
        .execute();
      model.deputies.set(person, deputy);
    }
    await service.changes.catchUp();
  }

  async passDeadlines(ms: number): Promise<void> {
    this.service.time.now += ms;
    for (const flowID of this.model.applications.keys())
      await handleDeadline(this.service.workflow, { tid: this.tid, flowID });
    this.model.passDeadlines();
  }
}
