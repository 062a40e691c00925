import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './client.ts';
import { type Device, openDevice } from './device.ts';
import { askForLicence, protect } from './document-acts.ts';
import { keepReading, sendFile } from './file-acts.ts';
import { type Follower, followEvents } from './follower.ts';
import type { Journal } from './journal.ts';
import { post, register, roam } from './message-acts.ts';
import type { Place } from './place.ts';
import type { Random } from './random.ts';
import { applicants, approvers, names, password, personOf, tenants } from './town.ts';
import { apply, decide, fetchResults } from './work-acts.ts';
import type { World } from './world.ts';

export interface Load {
  readonly world: World;
  readonly followers: readonly Follower[];
  /** Lets everybody end what they are at. */
  end(): Promise<void>;
  /** Ends those who only listen. */
  close(): Promise<void>;
}

type Act = (world: World, device: Device, random: Random) => Promise<void>;

/** Who does what, again and again, and about how long they rest in between. */
const habits: readonly { readonly who: readonly string[]; readonly act: Act; readonly restMs: number }[] = [
  { who: applicants, act: apply, restMs: 900 },
  { who: applicants, act: fetchResults, restMs: 1500 },
  { who: approvers, act: decide, restMs: 500 },
  { who: ['admin'], act: decide, restMs: 900 },
  { who: ['admin'], act: post, restMs: 1200 },
  { who: ['dan'], act: sendFile, restMs: 700 },
  { who: ['dan'], act: keepReading, restMs: 700 },
  { who: ['eve'], act: protect, restMs: 2000 },
  { who: ['ann', 'bob', 'dan'], act: askForLicence, restMs: 1200 },
  { who: ['cat'], act: roam, restMs: 3000 },
];

export async function startLoad(given: {
  place: Place;
  client: Client;
  journal: Journal;
  random: Random;
}): Promise<Load> {
  const { place, client, journal, random } = given;
  let isOver = false;
  const devices = new Map<string, Device[]>();
  const open = async (tid: string, name: string) =>
    openDevice({ ...personOf(tid, name), client, publicUrl: place.publicUrl, password });
  for (const { tid } of tenants) {
    for (const name of names) {
      const isRacing = approvers.some((one) => one === name);
      devices.set(
        `${tid}:${name}`,
        await Promise.all(Array.from({ length: isRacing ? 2 : 1 }, () => open(tid, name))),
      );
    }
  }
  const world: World = {
    place,
    client,
    journal,
    devicesOf: (tid, name) => devices.get(`${tid}:${name}`) ?? [],
    isOver: () => isOver,
    sealed: [],
  };
  const first = [...devices.values()].flatMap(([device]) => (device ? [device] : []));
  await Promise.all(first.map(async (device) => register(world, device)));
  const followers = first.map((device) => followEvents(world, device));
  const lives = tenants.flatMap(({ tid }) =>
    habits.flatMap(({ who, act, restMs }, index) =>
      who.map((name) =>
        live(world, {
          device: world.devicesOf(tid, name)[0],
          act,
          restMs,
          random: random.branch(`${tid}:${name}:${index}`),
        }),
      ),
    ),
  );
  return {
    world,
    followers,
    end: async () => {
      isOver = true;
      await Promise.all(lives);
    },
    close: async () => {
      await Promise.all(followers.map((follower) => follower.close()));
    },
  };
}

async function live(
  world: World,
  { device, act, restMs, random }: { device: Device | undefined; act: Act; restMs: number; random: Random },
): Promise<void> {
  if (!device) return;
  while (!world.isOver()) {
    try {
      await act(world, device, random);
    } catch (error) {
      world.journal.violations.push({
        invariant: 'answers-as-promised',
        what: `${act.name} of ${device.aid}: ${error instanceof Error ? error.message : String(error)}`,
        evidence: error instanceof Error ? error.stack : undefined,
      });
    }
    await pause(restMs * random.between(0.5, 1.5));
  }
}
