import * as fc from 'fast-check';
import { applicationTypeNames } from '../../packages/domain/src/workflow/application-types.ts';
import * as deeds from './deeds.ts';
import { type Fault, faults } from './line.ts';
import { type Person, signingIn } from './office.ts';
import type { World } from './world.ts';

/** What happens, with what it happens to; whatever cannot happen at that moment does not. */
class Happening implements fc.AsyncCommand<object, World> {
  readonly #name: string;
  readonly #given: object;
  readonly #happen: (world: World) => Promise<void>;

  constructor(name: string, given: object, happen: (world: World) => Promise<void>) {
    this.#name = name;
    this.#given = given;
    this.#happen = happen;
  }

  check(): boolean {
    return true;
  }

  async run(_: object, world: World): Promise<void> {
    await this.#happen(world);
    for (const device of world.devices) {
      await device.calm();
      await world.sync(device);
    }
    world.demandWhole();
  }

  toString(): string {
    return `${this.#name} ${JSON.stringify(this.#given)}`;
  }
}

const happening = <T extends object>(
  name: string,
  given: fc.Arbitrary<T>,
  happen: (world: World, given: T) => Promise<void>,
): fc.Arbitrary<Happening> => given.map((one) => new Happening(name, one, (world) => happen(world, one)));

const at = fc.constantFrom(0, 1, 2, 3);
const nth = fc.nat(6);
const approver = fc.constantFrom(1, 2, 3);
const person = fc.constantFrom<Person>('ann', 'bob', 'eve', 'fay', 'lin');

const apply = happening(
  'apply',
  fc.record({
    at: fc.constantFrom(0, 0, 0, 1),
    type: fc.constantFrom(...applicationTypeNames),
    files: fc.constantFrom(1, 1, 2),
    sends: fc.constantFrom(true, true, true, false),
  }),
  deeds.applyFor,
);
const decide = happening(
  'decide',
  fc.record({
    at: approver,
    nth,
    action: fc.constantFrom<deeds.TaskAction>(
      'approve',
      'approve',
      'approve',
      'reject',
      'complete',
      'transfer',
      'add-approval',
    ),
    to: fc.uniqueArray(person, { minLength: 1, maxLength: 2 }),
  }),
  deeds.decide,
);
const both = happening(
  'decide on both devices',
  fc.record({ nth, first: fc.boolean(), atOnce: fc.boolean() }),
  deeds.decideOnBoth,
);
const bulk = happening(
  'decide several',
  fc.record({
    at: approver,
    from: nth,
    count: fc.integer({ min: 2, max: 4 }),
    action: fc.constantFrom('approve', 'reject'),
  }),
  deeds.decideSeveral,
);
const fault = happening(
  'the line will fail',
  fc.record({
    at,
    faults: fc.array(fc.constantFrom<Fault>(...faults), { minLength: 1, maxLength: 4 }),
  }),
  deeds.spoil,
);
const flush = happening('send what waits', fc.record({ at }), deeds.flush);
const lookAt = happening('look', fc.record({ at }), deeds.lookAt);

/** What an outbox is there for, and little else: a fault of its own shows soon. */
export const outboxHappenings: fc.Arbitrary<Happening>[] = [
  happening(
    'decide on a bad line',
    fc.record({
      at: approver,
      nth,
      action: fc.constantFrom<deeds.TaskAction>('approve', 'reject'),
      fault: fc.constantFrom<Fault>('answer lost', 'lost'),
    }),
    async (world, { fault: one, ...given }) => {
      await deeds.spoil(world, { ...given, faults: [one] });
      await deeds.decide(world, { ...given, to: [] });
    },
  ),
  both,
  flush,
  happening('kill and start', fc.record({ at: approver }), deeds.restart),
];

/** The more often a thing is named, the oftener it happens. */
export const happenings: fc.Arbitrary<Happening>[] = [
  apply,
  apply,
  apply,
  decide,
  decide,
  decide,
  both,
  bulk,
  fault,
  fault,
  fault,
  lookAt,
  lookAt,
  flush,
  happening(
    'all send at once',
    fc.record({ order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2 }) }),
    deeds.flushTogether,
  ),
  happening('go offline or online', fc.record({ at, isUp: fc.boolean() }), deeds.setUp),
  happening('the clients give up waiting', fc.record({ at }), deeds.timeOut),
  happening('what lay on the way arrives', fc.record({ at }), deeds.arrive),
  happening('kill and start', fc.record({ at }), deeds.restart),
  happening('take back', fc.record({ at, nth, evenTried: fc.boolean() }), deeds.takeBack),
  happening('cancel the application', fc.record({ at: fc.constantFrom(0, 1), nth }), deeds.cancelFlow),
  happening(
    'write a draft anew',
    fc.record({ at: fc.constantFrom(0, 1), nth, sends: fc.boolean() }),
    deeds.editDraft,
  ),
  happening('sign out', fc.record({ at }), deeds.signOut),
  happening('sign in', fc.record({ at, person: fc.constantFrom(...signingIn) }), deeds.signIn),
  happening('change the password', fc.record({ at }), deeds.changePassword),
  happening(
    'the membership ends',
    fc.record({ person: fc.constantFrom<Person>('bob', 'eve', 'fay') }),
    deeds.endMembership,
  ),
  happening('time passes', fc.record({ hours: fc.constantFrom(0.4, 2, 26) }), deeds.passTime),
];
