import * as fc from 'fast-check';
import { applicationTypeNames } from '../../packages/domain/src/workflow/application-types.ts';
import * as applicationActions from './application-actions.ts';
import { type Fault, faults } from './connection.ts';
import * as decisionActions from './decision-actions.ts';
import * as deviceActions from './device-actions.ts';
import type { Scenario } from './scenario.ts';
import { accountHolders, type Person } from './tenant.ts';

/** One command with its input. A command that is impossible at its moment does nothing. */
class ScenarioCommand implements fc.AsyncCommand<object, Scenario> {
  readonly #name: string;
  readonly #input: object;
  readonly #execute: (scenario: Scenario) => Promise<void>;

  constructor(name: string, input: object, execute: (scenario: Scenario) => Promise<void>) {
    this.#name = name;
    this.#input = input;
    this.#execute = execute;
  }

  check(): boolean {
    return true;
  }

  async run(_: object, scenario: Scenario): Promise<void> {
    await this.#execute(scenario);
    for (const device of scenario.devices) {
      await device.waitUntilIdle();
      await scenario.syncWithOutbox(device);
    }
    scenario.assertNoViolations();
  }

  toString(): string {
    return `${this.#name} ${JSON.stringify(this.#input)}`;
  }
}

const command = <T extends object>(
  name: string,
  input: fc.Arbitrary<T>,
  execute: (scenario: Scenario, input: T) => Promise<void>,
): fc.Arbitrary<ScenarioCommand> =>
  input.map((one) => new ScenarioCommand(name, one, (scenario) => execute(scenario, one)));

const deviceIndex = fc.constantFrom(0, 1, 2, 3);
const nth = fc.nat(6);
const approver = fc.constantFrom(1, 2, 3);
const person = fc.constantFrom<Person>('ann', 'bob', 'eve', 'fay', 'lin');

const apply = command(
  'create an application',
  fc.record({
    deviceIndex: fc.constantFrom(0, 0, 0, 1),
    type: fc.constantFrom(...applicationTypeNames),
    files: fc.constantFrom(1, 1, 2),
    isSubmitted: fc.constantFrom(true, true, true, false),
  }),
  applicationActions.createApplication,
);
const decide = command(
  'decide',
  fc.record({
    deviceIndex: approver,
    nth,
    action: fc.constantFrom<decisionActions.TaskAction>(
      'approve',
      'approve',
      'approve',
      'reject',
      'complete',
      'return',
      'return',
      'transfer',
      'add-approval',
    ),
    to: fc.uniqueArray(person, { minLength: 1, maxLength: 2 }),
    stage: fc.constantFrom(null, null, 0, 1),
  }),
  decisionActions.decide,
);
const decideOnBoth = command(
  'decide on both devices',
  fc.record({ nth, startsWithPhone: fc.boolean(), isConcurrent: fc.boolean() }),
  decisionActions.decideOnBoth,
);
const resubmit = command(
  'submit a returned application again',
  fc.record({ deviceIndex, nth }),
  decisionActions.resubmit,
);
const decideSeveral = command(
  'decide several tasks',
  fc.record({
    deviceIndex: approver,
    from: nth,
    count: fc.integer({ min: 2, max: 4 }),
    action: fc.constantFrom('approve', 'reject'),
  }),
  decisionActions.decideSeveral,
);
const injectFaults = command(
  'inject faults',
  fc.record({
    deviceIndex,
    faults: fc.array(fc.constantFrom<Fault>(...faults), { minLength: 1, maxLength: 4 }),
  }),
  deviceActions.injectFaults,
);
const flush = command('flush the outbox', fc.record({ deviceIndex }), deviceActions.flush);
const passTime = command(
  'advance the time',
  fc.record({ hours: fc.constantFrom(0.4, 2, 2, 26) }),
  deviceActions.passTime,
);
const checkLists = command('check the work lists', fc.record({ deviceIndex }), deviceActions.checkLists);

/** Commands that mainly exercise the outbox, so that a seeded fault of the outbox shows early. */
export const outboxCommands: fc.Arbitrary<ScenarioCommand>[] = [
  command(
    'decide with a fault',
    fc.record({
      deviceIndex: approver,
      nth,
      action: fc.constantFrom<decisionActions.TaskAction>('approve', 'reject'),
      injectFaults: fc.constantFrom<Fault>('response lost', 'request lost'),
    }),
    async (scenario, { injectFaults: one, ...input }) => {
      await deviceActions.injectFaults(scenario, { ...input, faults: [one] });
      await decisionActions.decide(scenario, { ...input, to: [] });
    },
  ),
  decideOnBoth,
  flush,
  command('kill and restart', fc.record({ deviceIndex: approver }), deviceActions.restart),
];

/** The number of repetitions is the weight of a command. */
export const workflowCommands: fc.Arbitrary<ScenarioCommand>[] = [
  apply,
  apply,
  apply,
  decide,
  decide,
  decide,
  decideOnBoth,
  decideSeveral,
  injectFaults,
  injectFaults,
  injectFaults,
  checkLists,
  checkLists,
  flush,
  command(
    'flush all outboxes concurrently',
    fc.record({ order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2 }) }),
    deviceActions.flushTogether,
  ),
  command(
    'set the network state',
    fc.record({ deviceIndex, isOnline: fc.boolean() }),
    deviceActions.setOnline,
  ),
  command('time out pending requests', fc.record({ deviceIndex }), deviceActions.timeOutPending),
  command('deliver delayed requests', fc.record({ deviceIndex }), deviceActions.deliverDelayed),
  command('kill and restart', fc.record({ deviceIndex }), deviceActions.restart),
  command(
    'withdraw a decision',
    fc.record({ deviceIndex, nth, includesTried: fc.boolean() }),
    decisionActions.withdrawDecision,
  ),
  command(
    'cancel an application',
    fc.record({ deviceIndex: fc.constantFrom(0, 1), nth }),
    decisionActions.cancelFlow,
  ),
  command(
    'edit a draft',
    fc.record({ deviceIndex: fc.constantFrom(0, 1), nth, isSubmitted: fc.boolean() }),
    applicationActions.editDraft,
  ),
  resubmit,
  resubmit,
  command(
    'set or end an absence',
    fc.record({ absent: fc.constantFrom(...accountHolders), deputy: fc.constantFrom(...accountHolders) }),
    deviceActions.toggleAbsence,
  ),
  command('sign out', fc.record({ deviceIndex }), deviceActions.signOut),
  command(
    'sign in',
    fc.record({ deviceIndex, person: fc.constantFrom(...accountHolders) }),
    deviceActions.signIn,
  ),
  command('change the password', fc.record({ deviceIndex }), deviceActions.changePassword),
  command(
    'end a membership',
    fc.record({ person: fc.constantFrom<Person>('bob', 'eve', 'fay') }),
    deviceActions.endMembership,
  ),
  passTime,
  passTime,
];
