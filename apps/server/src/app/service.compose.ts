import type { CallId } from '@sealflow/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../infra/clock/clock.port.ts';
import {
  type DatabaseClock,
  openDatabaseClock,
  queryDatabaseTime,
} from '../infra/clock/database-clock.adapter.ts';
import { toError } from '../infra/errors/to-error.util.ts';
import { prepareDrain } from '../infra/http/drain.middleware.ts';
import { unimplementedCalls } from '../infra/http/route.middleware.ts';
import { createServiceContext, serviceModules } from './areas/index.ts';
import type { ServiceContext } from './areas/service-context.types.ts';
import { createHttpApp, type HttpAppOptions } from './http-app.compose.ts';
import { createInfrastructure, type InfrastructureOptions } from './infrastructure.compose.ts';

export interface ServiceOptions extends InfrastructureOptions, HttpAppOptions {
  /** Default: the database clock. */
  clock?: Clock;
}

export interface Service extends ServiceContext {
  app: FastifyInstance;
  /** Starts this node's background work. */
  startWork(): Promise<void>;
  /** Starts the background work and listens. @returns the public URL. */
  listen(): Promise<string>;
  /** Completes requests in progress and stops. The database stays open: the caller opened it. */
  close(): Promise<void>;
}

/** Composes the service on a migrated database. It does not listen yet. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { config } = options;
  let port = config.port;
  const publicUrl = () => config.publicUrl ?? `http://localhost:${port}`;
  const { clock, start: startClock } = options.clock
    ? externalClock(options.clock)
    : await openClock(options);
  const publicHosts = () => [
    ...(config.publicUrl === undefined ? loopbackHosts(port) : [new URL(config.publicUrl).host]),
    ...config.publicHosts,
  ];
  const infrastructure = await createInfrastructure(options, { clock, publicUrl, publicHosts });
  const context = await createServiceContext(infrastructure);
  const app = await createHttpApp(context, options);
  app.addHook('onListen', (done) => {
    const [address] = app.addresses();
    if (typeof address === 'object') port = address.port;
    done();
  });
  const drain = prepareDrain(app);
  const stopHousekeeping = startHousekeeping(context);
  const stopFunctions: (() => void | Promise<void>)[] = [stopHousekeeping];
  const startWork = async () => {
    stopFunctions.push(startClock());
    stopFunctions.push(context.changes.start());
    for (const serviceModule of serviceModules) {
      const stop = await serviceModule.startWorkers?.(context);
      if (stop) stopFunctions.push(stop);
    }
  };
  return {
    ...context,
    app,
    startWork,
    listen: async () => {
      assertAllServed(unimplementedCalls(app));
      await startWork();
      await app.listen({ host: config.host, port: config.port, backlog: maxPendingConnections });
      return publicUrl();
    },
    close: async () => {
      // A client that reads slowly, or does not finish its request, must not delay the shutdown.
      const forceCloseTimer = setTimeout(() => app.server.closeAllConnections(), shutdownGraceMs);
      app.guard.responseCache?.disable();
      // In parallel with the drain: the grace period is too short for both in sequence.
      const jobsDrained = context.jobs.drain();
      await drain();
      await app.close();
      clearTimeout(forceCloseTimer);
      await jobsDrained;
      await context.mailer.close();
      await context.sms.close();
      for (const stop of stopFunctions.toReversed()) await stop();
      await context.jobs.stop();
    },
  };
}

/** Names of this machine, which no other machine can answer to. */
const loopbackHosts = (port: number) =>
  ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`).host);

type StartableClock = Pick<DatabaseClock, 'clock' | 'start'>;

const externalClock = (clock: Clock): StartableClock => ({ clock, start: () => () => {} });

function openClock({ database, log }: ServiceOptions): Promise<StartableClock> {
  return openDatabaseClock({
    queryTime: () => queryDatabaseTime(database.pool),
    onSkew: (seconds) => log.warn({ seconds }, 'local clock behind database'),
    onError: (error) => log.warn({ err: toError(error) }, 'database clock unavailable'),
  });
}

const hourMs = 3_600_000;

/** Deletes expired records every hour. @returns a function that stops it. */
function startHousekeeping({ runHousekeeping, onError }: ServiceContext): () => void {
  const timer = setInterval(() => {
    runHousekeeping().catch(onError);
  }, hourMs).unref();
  return () => clearInterval(timer);
}

/**
 * Pending connections in the accept queue while the node is busy. 100,000 clients open one connection a minute each; a
 * client that finds the queue full retries only after a second.
 */
const maxPendingConnections = 4096;

/** Time for requests in progress when the service stops. */
const shutdownGraceMs = 1500;

function assertAllServed(missing: readonly CallId[]): void {
  if (missing.length > 0) throw new Error(`declared calls without a route: ${missing.join(', ')}`);
}
