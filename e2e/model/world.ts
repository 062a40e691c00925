import type * as fc from 'fast-check';
import type { NewDecision, Outcome } from '../../apps/mobile/src/platform/outbox/index.ts';
import { handleDeadline } from '../../apps/server/src/modules/workflow/deadline.job.ts';
import { handleExecutorLeft } from '../../apps/server/src/modules/workflow/executor-left.job.ts';
import type { TestService } from '../../apps/server/testing/service.ts';
import { Device } from './device.ts';
import { Broken, demand, describe, type Intent, Ledger, markOf, successIn, type Told } from './ledger.ts';
import { Line, type Sent } from './line.ts';
import { accountOf, openOffice, type Person, password, signingIn } from './office.ts';
import type { Plant } from './plants.ts';

export interface Typed {
  readonly draftID: string;
  readonly device: string;
  readonly aid: string;
  readonly files: number;
  title: string;
  description: string;
  /** Whether its person has signed out of the device since. */
  isGone: boolean;
}

interface Opening {
  readonly service: TestService;
  readonly order: fc.Scheduler;
  readonly plant: Plant | undefined;
}

const deviceNames = ['lin-phone', 'ann-phone', 'ann-pad', 'bob-phone'] as const;

/** The service takes device proofs for its own addresses only: an office has those of one that is long over. */
const addressTurns = 20;
const hostOf = (name: string, turn: number): string => `${name}-${turn % addressTurns}.test`;
export const hosts: readonly string[] = deviceNames.flatMap((name) =>
  Array.from({ length: addressTurns }, (_, turn) => hostOf(name, turn)),
);

let offices = 0;

/** An office with its people, their devices, the lines between and the service, and what has to be so of all of it. */
export class World {
  readonly service: TestService;
  readonly office: string;
  readonly ledger: Ledger;
  readonly devices: readonly Device[];
  readonly typed: Typed[] = [];
  readonly passwords = new Map<string, string>();
  readonly #broken: Error[] = [];
  #said = 0;
  readonly #order: fc.Scheduler;

  private constructor(
    { service, order, plant }: Opening,
    { office, turn }: { office: string; turn: number },
  ) {
    this.service = service;
    this.#order = order;
    this.office = office;
    const now = () => service.time.now;
    this.ledger = new Ledger(office, now);
    for (const person of signingIn) this.passwords.set(accountOf(office, person), password);
    this.devices = deviceNames.map((name) => {
      const line = new Line(`http://${hostOf(name, turn)}`, {
        service,
        witness: (sent, answers) => this.guard(() => this.#witness(sent, answers)),
      });
      line.onSend = (sent) => this.guard(() => this.#look(name, sent));
      plant?.spoilLine?.(line, service);
      return new Device(name, { line, now });
    });
  }

  static async open(opening: Opening): Promise<World> {
    const { service, plant } = opening;
    offices += 1;
    const office = `o${offices}`;
    // Both dialects take their turns.
    await openOffice(service, office, offices % 2 === 0 ? 'eds-pro_15.4' : 'eds-pro_16.2');
    const world = new World(opening, { office, turn: offices });
    for (const device of world.devices) {
      await device.start();
      await world.signIn(device, device.name.slice(0, 3) as Person);
      // Where nobody gets in, nothing that follows could go wrong.
      if (device.accountID === null) throw new Error(`${device.name} is not signed in`);
      plant?.spoilDevice?.(device);
    }
    return world;
  }

  get tid(): string {
    return this.office;
  }

  say(what: string): string {
    this.#said += 1;
    return `${what}${this.#said}`;
  }

  /** What is found broken in the middle of the app's own work is told at the end of the command. */
  guard(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#broken.push(error as Error);
    }
  }

  demandWhole(): void {
    const [first] = this.#broken;
    if (first !== undefined) throw first;
  }

  #witness(sent: Sent, answers: readonly [] | Parameters<Ledger['witness']>[1]): void {
    if (sent.path.endsWith('/update-password') && successIn(answers) !== undefined) {
      const { newPassword } = JSON.parse(sent.body as string) as { newPassword: string };
      const aid = this.ledger.accountOf(sent);
      if (aid !== null) this.passwords.set(aid, newPassword);
    }
    this.ledger.witness(sent, answers);
  }

  /** Looks at what leaves a device. */
  #look(device: string, { path, body }: Sent): void {
    if (!path.includes('/actions/') || typeof body !== 'string') return;
    const { remark, note, tasks } = JSON.parse(body) as {
      remark?: string;
      note?: string;
      tasks?: { taskID: string }[];
    };
    const text = remark ?? note ?? this.ledger.textOfSubmit(path);
    const subjects = tasks?.map(({ taskID }) => taskID) ?? null;
    for (const [at, intent] of this.ledger.intents.entries()) {
      const isMeant =
        intent.action === 'submit'
          ? text !== undefined && markOf(intent.text) === markOf(text)
          : intent.text === text && (subjects?.includes(intent.subject) ?? path.includes(intent.subject));
      if (!isMeant) continue;
      demand(intent.device === device, `${describe(intent)} leaves ${device}`);
      demand(intent.told === 'nothing', `${describe(intent)} leaves after it was told as: ${intent.told}`);
      if (!intent.wasSent && intent.action !== 'submit') this.#demandOrder(intent, at);
      intent.wasSent = true;
    }
  }

  /** What was decided first leaves first; applications wait for their files. */
  #demandOrder(intent: Intent, at: number): void {
    const before = this.ledger.intents
      .slice(0, at)
      .find(
        (one) =>
          one.device === intent.device &&
          one.aid === intent.aid &&
          one.told === 'nothing' &&
          one.text !== intent.text &&
          one.action !== 'submit' &&
          !one.wasSent,
      );
    if (before !== undefined) throw new Broken(`${describe(intent)} leaves before ${describe(before)}`);
  }

  async signIn(device: Device, person: Person): Promise<void> {
    const aid = accountOf(this.office, person);
    await device.run(
      device.services.session.signIn({ username: aid, password: this.passwords.get(aid) ?? password }),
    );
    await device.goOn();
  }

  async signOut(device: Device): Promise<void> {
    const aid = device.accountID;
    if (aid === null) return;
    await this.sync(device);
    const isTheirs = (one: { device: string; aid: string }) => one.device === device.name && one.aid === aid;
    for (const one of this.ledger.intents) if (isTheirs(one) && one.told === 'nothing') one.told = 'left';
    for (const one of this.typed) if (isTheirs(one)) one.isGone = true;
    device.tasks = [];
    device.flows = [];
    await device.run(device.services.session.signOut());
  }

  /** The person decides; what they are told is noted as it comes. */
  async decide(
    device: Device,
    decisions: readonly Pick<NewDecision, 'action' | 'flowID' | 'subject' | 'title' | 'people' | 'seen'>[],
    text: string,
  ): Promise<void> {
    const aid = device.accountID;
    if (aid === null || device.outbox === null) return;
    const intents = decisions.map(
      ({ action, subject, people }): Intent => ({
        text,
        subject,
        action,
        device: device.name,
        aid,
        to: people.map(({ fid }) => fid),
        told: 'nothing',
        stands: false,
        wasSent: false,
      }),
    );
    this.ledger.intents.push(...intents);
    const remark = decisions[0]?.action === 'submit' ? '' : text;
    const work = async () => {
      const outcomes = await device.app.submitDecisions(
        aid,
        decisions.map((one) => ({ ...one, tid: this.tid, remark })),
      );
      for (const [at, outcome] of outcomes.entries()) await this.#hear(device, intents[at]!, outcome);
    };
    await device.run(work());
  }

  async #hear(device: Device, intent: Intent, outcome: Outcome): Promise<void> {
    if (outcome.state === 'waiting') return;
    const isUnsure = outcome.state === 'refused' && outcome.refusal.mayStand;
    this.tell(intent, isUnsure ? 'unsure' : outcome.state);
    // As the screen does that tells of it.
    if (outcome.state === 'refused') await device.app.dismissRefusal(outcome.seq);
  }

  /** Devices do something at the same time; their requests come in an order that is drawn, and drawn again to shrink. */
  async together(works: readonly (() => Promise<void>)[]): Promise<void> {
    for (const { line } of this.devices)
      line.turnOf = () => this.#order.schedule(Promise.resolve(), `a request of ${line.origin}`);
    await this.#order.waitFor(Promise.all(works.map((work) => work())));
    for (const { line } of this.devices) line.turnOf = null;
  }

  tell(intent: Intent, told: Told): void {
    this.guard(() => {
      if (intent.told !== 'nothing') return;
      intent.told = told;
      demand(told !== 'sent' || intent.stands, `${describe(intent)} is told as sent, and does not stand`);
      demand(told !== 'refused' || !intent.stands, `${describe(intent)} stands, and is told as refused`);
      demand(told !== 'taken back' || !intent.stands, `${describe(intent)} stands, and was taken back`);
    });
  }

  /** What the list of the outbox tells by itself. */
  async sync(device: Device): Promise<void> {
    const { accountID: aid, outbox } = device;
    if (aid === null || outbox === null) return;
    const entries = await outbox.list();
    for (const intent of this.ledger.intents) {
      if (intent.device !== device.name || intent.aid !== aid || intent.told !== 'nothing') continue;
      const entry = entries.find((one) => one.subject === intent.subject && one.action === intent.action);
      if (entry === undefined) this.tell(intent, 'sent');
      else if (entry.refusal !== null) this.tell(intent, entry.refusal.mayStand ? 'unsure' : 'refused');
    }
  }

  /** Somebody's membership ends, and the service takes their tasks from them. */
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
    this.ledger.leave(person);
  }

  async passDeadlines(ms: number): Promise<void> {
    this.service.time.now += ms;
    for (const flowID of this.ledger.applications.keys())
      await handleDeadline(this.service.workflow, { tid: this.tid, flowID });
    this.ledger.passDeadlines();
  }
}
