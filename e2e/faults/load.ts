import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './client.ts';
import { type Device, openDevice } from './device.ts';
import { requestUseLicence, sealDocument } from './document-actions.ts';
import type { Environment } from './environment.ts';
import { type Follower, followEvents } from './event-follower.ts';
import { readRandomUpload, uploadFile } from './file-actions.ts';
import type { Journal } from './journal.ts';
import type { LoadContext } from './load-context.ts';
import { post, registerForPush, signInElsewhere } from './message-actions.ts';
import type { Random } from './random.ts';
import { resubmit, toggleAbsence } from './return-actions.ts';
import { applicants, approvers, password, personNames, personOf, tenants } from './test-tenants.ts';
import { apply, decide, fetchResults } from './work-actions.ts';

export interface Load {
  readonly context: LoadContext;
  readonly followers: readonly Follower[];
  /** Waits until all actions have finished. */
  finish(): Promise<void>;
  /** Closes the event followers. */
  close(): Promise<void>;
}

type LoadAction = (context: LoadContext, device: Device, random: Random) => Promise<void>;

/** The repeated actions, the people who perform them, and the average pause between two. */
const activities: readonly {
  readonly people: readonly string[];
  readonly action: LoadAction;
  readonly pauseMs: number;
}[] = [
  { people: applicants, action: apply, pauseMs: 900 },
  { people: applicants, action: fetchResults, pauseMs: 1500 },
  { people: applicants, action: resubmit, pauseMs: 1200 },
  { people: ['ann', 'cat'], action: toggleAbsence, pauseMs: 4000 },
  { people: approvers, action: decide, pauseMs: 500 },
  { people: ['admin'], action: decide, pauseMs: 900 },
  { people: ['admin'], action: post, pauseMs: 1200 },
  { people: ['dan'], action: uploadFile, pauseMs: 700 },
  { people: ['dan'], action: readRandomUpload, pauseMs: 700 },
  { people: ['eve'], action: sealDocument, pauseMs: 2000 },
  { people: ['ann', 'bob', 'dan'], action: requestUseLicence, pauseMs: 1200 },
  { people: ['cat'], action: signInElsewhere, pauseMs: 3000 },
];

export async function startLoad(options: {
  environment: Environment;
  client: Client;
  journal: Journal;
  random: Random;
}): Promise<Load> {
  const { environment, client, journal, random } = options;
  let isOver = false;
  const devices = new Map<string, Device[]>();
  const open = async (tid: string, name: string) =>
    openDevice({ ...personOf(tid, name), client, publicUrl: environment.publicUrl, password });
  for (const { tid } of tenants) {
    for (const name of personNames) {
      const hasTwoDevices = approvers.some((one) => one === name);
      devices.set(
        `${tid}:${name}`,
        await Promise.all(Array.from({ length: hasTwoDevices ? 2 : 1 }, () => open(tid, name))),
      );
    }
  }
  const context: LoadContext = {
    environment,
    client,
    journal,
    devicesOf: (tid, name) => devices.get(`${tid}:${name}`) ?? [],
    isOver: () => isOver,
    sealedDocuments: [],
  };
  const firstDevices = [...devices.values()].flatMap(([device]) => (device ? [device] : []));
  await Promise.all(firstDevices.map(async (device) => registerForPush(context, device)));
  const followers = firstDevices.map((device) => followEvents(context, device));
  const loops = tenants.flatMap(({ tid }) =>
    activities.flatMap(({ people, action, pauseMs }, index) =>
      people.map((name) =>
        repeatAction(context, {
          device: context.devicesOf(tid, name)[0],
          action,
          pauseMs,
          random: random.branch(`${tid}:${name}:${index}`),
        }),
      ),
    ),
  );
  return {
    context,
    followers,
    finish: async () => {
      isOver = true;
      await Promise.all(loops);
    },
    close: async () => {
      await Promise.all(followers.map((follower) => follower.close()));
    },
  };
}

async function repeatAction(
  context: LoadContext,
  {
    device,
    action,
    pauseMs,
    random,
  }: { device: Device | undefined; action: LoadAction; pauseMs: number; random: Random },
): Promise<void> {
  if (!device) return;
  while (!context.isOver()) {
    try {
      await action(context, device, random);
    } catch (error) {
      context.journal.violations.push({
        invariant: 'answers-as-promised',
        description: `${action.name} of ${device.aid}: ${error instanceof Error ? error.message : String(error)}`,
        evidence: error instanceof Error ? error.stack : undefined,
      });
    }
    await pause(pauseMs * random.between(0.5, 1.5));
  }
}
