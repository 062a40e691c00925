import type { Environment, StoreKind } from './environment.ts';
import type { Random } from './random.ts';
import type { ServiceNode } from './service-node.ts';
import type { ProxyMode, TcpProxy } from './tcp-proxy.ts';

/** A kind of failure. */
export interface Fault {
  /** The store kind that the fault requires; any if absent. */
  readonly store?: StoreKind;
  /** @returns why the fault is impossible on this machine, or undefined. */
  readonly unavailableReason?: (environment: Environment) => string | undefined;
  /** Injects the fault. @returns its target and how to end it. */
  readonly inject: (environment: Environment, random: Random) => Promise<ActiveFault>;
}

export interface ActiveFault {
  readonly target: string;
  readonly restore: () => Promise<void>;
}

const nothing = async () => {};

const onNode =
  (work: (node: ServiceNode, random: Random) => Promise<() => Promise<void>>) =>
  async ({ nodes }: Environment, random: Random): Promise<ActiveFault> => {
    const node = random.pick(nodes);
    return { target: node.name, restore: await work(node, random) };
  };

const endProcess = (signal: NodeJS.Signals) =>
  onNode(async (node) => {
    await node.child().end(signal);
    return async () => {
      if (!node.child().isRunning()) await node.start();
    };
  });

type Edge = 'front' | 'database' | 'changes' | 'store';

const onEdge = (edge: Edge, modeOf: (random: Random) => ProxyMode) => ({
  ...(edge === 'store' ? { store: 's3' as const } : {}),
  inject: async ({ nodes }: Environment, random: Random): Promise<ActiveFault> => {
    // A fault of all nodes makes the dependency unavailable to the whole service.
    const affectedNodes = random.chance(0.3) ? [...nodes] : [random.pick(nodes)];
    const proxies = affectedNodes.map((node) => node[edge] as TcpProxy);
    const mode = modeOf(random);
    for (const proxy of proxies) proxy.setMode(mode);
    return {
      target: `${edge} of ${affectedNodes.map(({ name }) => name).join(', ')}`,
      restore: async () => {
        for (const proxy of proxies) {
          // Held data arrives late or never, because a system aborts a connection after some time.
          if (random.chance(0.5)) proxy.resetConnections();
          proxy.setMode({ kind: 'open' });
        }
      },
    };
  },
});

const refuseMode = (): ProxyMode => ({ kind: 'refuse' });
const silentMode = (): ProxyMode => ({ kind: 'silent', blocks: 'both' });
const halfSilentMode = (random: Random): ProxyMode => ({
  kind: 'silent',
  blocks: random.pick(['up', 'down']),
});
const slowMode = (random: Random): ProxyMode => ({
  kind: 'slow',
  latencyMs: random.between(20, 250),
  jitterMs: random.between(0, 200),
  bytesPerSecond: random.between(40_000, 2_000_000),
});

const onProxy = (name: 'mail' | 'push', modeOf: (random: Random) => ProxyMode) => ({
  inject: async (environment: Environment, random: Random): Promise<ActiveFault> => {
    const { proxy } = environment[name];
    proxy.setMode(modeOf(random));
    return {
      target: name,
      restore: async () => {
        proxy.resetConnections();
        proxy.setMode({ kind: 'open' });
      },
    };
  },
});

const minuteMs = 60_000;

const shiftClock = (shiftsMs: (random: Random) => readonly number[]) =>
  onNode(async (node, random) => {
    for (const shiftMs of shiftsMs(random)) {
      // Clocks have whole milliseconds.
      node.shiftClock(Math.round(shiftMs));
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return async () => {
      if (node.child().isRunning()) node.shiftClock(0);
    };
  });

const noSmallDisk = 'no file system of limited size can be mounted here';

export const faults = {
  'node-killed': { inject: endProcess('SIGKILL') },
  'node-ended': { inject: endProcess('SIGTERM') },
  'node-stopped': {
    inject: onNode(async (node) => {
      node.setPaused(true);
      return async () => {
        if (node.child().isRunning()) node.setPaused(false);
      };
    }),
  },
  'database-killed': {
    inject: async ({ database }) => {
      database.kill();
      return { target: 'all of its processes', restore: database.restart };
    },
  },
  'database-stopped': {
    inject: async ({ database }) => {
      database.setPaused(true);
      return { target: 'all of its processes', restore: async () => database.setPaused(false) };
    },
  },
  'backend-killed': {
    inject: async ({ database }, random) => {
      // PostgreSQL then closes all connections and recovers.
      await database.killBackend((pids) => random.pick(pids));
      return { target: 'one connection', restore: database.restart };
    },
  },
  'store-killed': {
    store: 's3',
    inject: async ({ store, nodes }) => {
      await store?.child().end('SIGKILL');
      return {
        target: 'its process',
        restore: async () => {
          if (!store || store.child().isRunning()) return;
          await store.start();
          for (const node of nodes) node.store?.setTarget(Number(new URL(store.url()).port));
        },
      };
    },
  },
  'database-disk-full': {
    unavailableReason: ({ disks }) => (disks.database ? undefined : noSmallDisk),
    inject: async ({ disks, database }) => {
      disks.database?.fill();
      return {
        target: 'the disk of the database',
        restore: async () => {
          disks.database?.release();
          await database.restart();
        },
      };
    },
  },
  'files-disk-full': {
    store: 'folder',
    unavailableReason: ({ disks }) => (disks.files ? undefined : noSmallDisk),
    inject: async ({ disks }) => {
      disks.files?.fill();
      return { target: 'the disk of stored files', restore: async () => disks.files?.release() };
    },
  },
  'log-disk-full': {
    unavailableReason: ({ disks }) => (disks.logs ? undefined : noSmallDisk),
    inject: async ({ disks }) => {
      disks.logs?.fill();
      return { target: 'the disk of the logs', restore: async () => disks.logs?.release() };
    },
  },
  'front-cut': onEdge('front', refuseMode),
  'front-silent': onEdge('front', silentMode),
  'front-half': onEdge('front', halfSilentMode),
  'front-slow': onEdge('front', slowMode),
  'database-cut': onEdge('database', refuseMode),
  'database-silent': onEdge('database', silentMode),
  'database-half': onEdge('database', halfSilentMode),
  'database-slow': onEdge('database', slowMode),
  'store-cut': onEdge('store', refuseMode),
  'store-silent': onEdge('store', silentMode),
  'store-half': onEdge('store', halfSilentMode),
  'store-slow': onEdge('store', slowMode),
  'changes-cut': onEdge('changes', refuseMode),
  'changes-silent': onEdge('changes', silentMode),
  'connections-reset': {
    inject: async ({ nodes }, random) => {
      const node = random.pick(nodes);
      for (const proxy of [node.front, node.database, node.changes, node.store]) proxy?.resetConnections();
      return { target: `all connections of ${node.name}`, restore: nothing };
    },
  },
  'clock-minutes': {
    inject: shiftClock((random) => [random.between(1, 9) * minuteMs * random.pick([-1, 1])]),
  },
  'clock-hours': {
    inject: shiftClock((random) => [random.between(1, 12) * 60 * minuteMs * random.pick([-1, 1])]),
  },
  'clock-days': {
    inject: shiftClock((random) => [random.between(1, 40) * 24 * 60 * minuteMs * random.pick([-1, 1])]),
  },
  'clock-jumps': { inject: shiftClock(() => [90 * minuteMs, -90 * minuteMs, 0, 3 * minuteMs]) },
  'mail-down': onProxy('mail', refuseMode),
  'mail-silent': onProxy('mail', silentMode),
  'push-down': onProxy('push', refuseMode),
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as readonly FaultName[];
export const isFaultName = (name: string): name is FaultName => Object.hasOwn(faults, name);
