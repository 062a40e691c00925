import type { Line, LineMode } from './line.ts';
import type { NodePlace } from './node-place.ts';
import type { Place, StoreKind } from './place.ts';
import type { Random } from './random.ts';

/** One way in which something breaks. */
export interface Fault {
  /** Where it can be, and with which store; always where it is left out. */
  readonly store?: StoreKind;
  /** @returns why it cannot be on this machine; undefined where it can. */
  readonly missing?: (place: Place) => string | undefined;
  /** Breaks it. @returns what mends it, and what it was done to. */
  readonly begin: (place: Place, random: Random) => Promise<Begun>;
}

export interface Begun {
  readonly target: string;
  readonly heal: () => Promise<void>;
}

const nothing = async () => {};

const onNode =
  (work: (node: NodePlace, random: Random) => Promise<() => Promise<void>>) =>
  async ({ nodes }: Place, random: Random): Promise<Begun> => {
    const node = random.pick(nodes);
    return { target: node.name, heal: await work(node, random) };
  };

const ending = (signal: NodeJS.Signals) =>
  onNode(async (node) => {
    await node.child().end(signal);
    return async () => {
      if (!node.child().isRunning()) await node.start();
    };
  });

type Edge = 'front' | 'database' | 'changes' | 'store';

const onEdge = (edge: Edge, modeOf: (random: Random) => LineMode) => ({
  ...(edge === 'store' ? { store: 's3' as const } : {}),
  begin: async ({ nodes }: Place, random: Random): Promise<Begun> => {
    // Of all nodes now and then: then nobody has what is behind it.
    const struck = random.chance(0.3) ? [...nodes] : [random.pick(nodes)];
    const lines = struck.map((node) => node[edge] as Line);
    const mode = modeOf(random);
    for (const line of lines) line.set(mode);
    return {
      target: `${edge} of ${struck.map(({ name }) => name).join(', ')}`,
      heal: async () => {
        for (const line of lines) {
          // What was held comes after all, or never: the system gives a connection up at some time.
          if (random.chance(0.5)) line.cut();
          line.set({ kind: 'open' });
        }
      },
    };
  },
});

const cut = (): LineMode => ({ kind: 'refuse' });
const silent = (): LineMode => ({ kind: 'silent', holds: 'both' });
const half = (random: Random): LineMode => ({ kind: 'silent', holds: random.pick(['up', 'down']) });
const slow = (random: Random): LineMode => ({
  kind: 'slow',
  latencyMs: random.between(20, 250),
  jitterMs: random.between(0, 200),
  bytesPerSecond: random.between(40_000, 2_000_000),
});

const onLine = (name: 'mail' | 'push', modeOf: (random: Random) => LineMode) => ({
  begin: async (place: Place, random: Random): Promise<Begun> => {
    const { line } = place[name];
    line.set(modeOf(random));
    return {
      target: name,
      heal: async () => {
        line.cut();
        line.set({ kind: 'open' });
      },
    };
  },
});

const minute = 60_000;

const skew = (shifts: (random: Random) => readonly number[]) =>
  onNode(async (node, random) => {
    for (const shift of shifts(random)) {
      node.shiftClock(shift);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return async () => {
      if (node.child().isRunning()) node.shiftClock(0);
    };
  });

const notMounted = 'no file system of limited size can be mounted here';

export const faults = {
  'node-killed': { begin: ending('SIGKILL') },
  'node-ended': { begin: ending('SIGTERM') },
  'node-stopped': {
    begin: onNode(async (node) => {
      node.stand(true);
      return async () => {
        if (node.child().isRunning()) node.stand(false);
      };
    }),
  },
  'database-killed': {
    begin: async ({ database }) => {
      database.kill();
      return { target: 'all of its processes', heal: database.revive };
    },
  },
  'database-stopped': {
    begin: async ({ database }) => {
      database.stand(true);
      return { target: 'all of its processes', heal: async () => database.stand(false) };
    },
  },
  'backend-killed': {
    begin: async ({ database }, random) => {
      // PostgreSQL takes all connections down with it, and recovers.
      await database.killBackend((pids) => random.pick(pids));
      return { target: 'one connection', heal: database.revive };
    },
  },
  'store-killed': {
    store: 's3',
    begin: async ({ store, nodes }) => {
      await store?.child().end('SIGKILL');
      return {
        target: 'its process',
        heal: async () => {
          if (!store || store.child().isRunning()) return;
          await store.start();
          for (const node of nodes) node.store?.lead(Number(new URL(store.url()).port));
        },
      };
    },
  },
  'database-disk-full': {
    missing: ({ disks }) => (disks.database ? undefined : notMounted),
    begin: async ({ disks, database }) => {
      disks.database?.fill();
      return {
        target: 'the disk of the database',
        heal: async () => {
          disks.database?.free();
          await database.revive();
        },
      };
    },
  },
  'files-disk-full': {
    store: 'folder',
    missing: ({ disks }) => (disks.files ? undefined : notMounted),
    begin: async ({ disks }) => {
      disks.files?.fill();
      return { target: 'the disk of stored files', heal: async () => disks.files?.free() };
    },
  },
  'log-disk-full': {
    missing: ({ disks }) => (disks.logs ? undefined : notMounted),
    begin: async ({ disks }) => {
      disks.logs?.fill();
      return { target: 'the disk of the logs', heal: async () => disks.logs?.free() };
    },
  },
  'front-cut': onEdge('front', cut),
  'front-silent': onEdge('front', silent),
  'front-half': onEdge('front', half),
  'front-slow': onEdge('front', slow),
  'database-cut': onEdge('database', cut),
  'database-silent': onEdge('database', silent),
  'database-half': onEdge('database', half),
  'database-slow': onEdge('database', slow),
  'store-cut': onEdge('store', cut),
  'store-silent': onEdge('store', silent),
  'store-half': onEdge('store', half),
  'store-slow': onEdge('store', slow),
  'changes-cut': onEdge('changes', cut),
  'changes-silent': onEdge('changes', silent),
  'connections-reset': {
    begin: async ({ nodes }, random) => {
      const node = random.pick(nodes);
      for (const line of [node.front, node.database, node.changes, node.store]) line?.cut();
      return { target: `all lines of ${node.name}`, heal: nothing };
    },
  },
  'clock-minutes': { begin: skew((random) => [random.between(1, 9) * minute * random.pick([-1, 1])]) },
  'clock-hours': { begin: skew((random) => [random.between(1, 12) * 60 * minute * random.pick([-1, 1])]) },
  'clock-days': {
    begin: skew((random) => [random.between(1, 40) * 24 * 60 * minute * random.pick([-1, 1])]),
  },
  'clock-jumps': { begin: skew(() => [90 * minute, -90 * minute, 0, 3 * minute]) },
  'mail-down': onLine('mail', cut),
  'mail-silent': onLine('mail', silent),
  'push-down': onLine('push', cut),
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as readonly FaultName[];
export const isFaultName = (name: string): name is FaultName => Object.hasOwn(faults, name);
