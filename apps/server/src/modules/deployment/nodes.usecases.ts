import { hostname } from 'node:os';
import type { Answer } from '@sealflow/contract';
import type { Clock } from '../../infra/clock/clock.port.ts';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Jobs } from '../../infra/jobs/jobs.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import * as repository from './nodes.repository.ts';

export type HousekeepingOutcome =
  Answer<'POST /api/v1/admin/health/actions/run-housekeeping'>['data']['outcome'];
type NodeState = NonNullable<Answer<'GET /api/v1/admin/health'>['data']['nodes']>[number];

/** This process among the nodes of the service. */
export interface OwnNode {
  /** Host name and port; empty until the process listens. */
  name: string;
  /** Whether an operator asked this node to report that it is not ready and to take no jobs. */
  isDraining: boolean;
}

export interface NodeServices {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly ownNode: OwnNode;
  readonly jobs: Pick<Jobs, 'setPaused'>;
}

const maxNameLength = 100;
export const heartbeatIntervalMs = 10_000;
const lostAfterMs = 60_000;
const dayMs = 86_400_000;

/** Registers this process as a node that listens on a port. */
export async function registerNode(
  services: NodeServices,
  { port, version }: { port: number; version: string },
): Promise<void> {
  const { ownNode } = services;
  const suffix = `:${port}`;
  ownNode.name = hostname().slice(0, maxNameLength - suffix.length) + suffix;
  await followRequest(services, false);
  await insertOwnNode(services, version);
}

/** Drains this node or makes it ready again: its readiness and its workers follow the request of an operator. */
async function followRequest({ ownNode, jobs }: NodeServices, isDraining: boolean): Promise<void> {
  ownNode.isDraining = isDraining;
  await jobs.setPaused(isDraining);
}

function insertOwnNode({ db, clock, ownNode }: NodeServices, version: string): Promise<void> {
  const runtime = process.versions.node;
  const at = new Date(clock());
  return repository.upsertNode(db, {
    node: ownNode.name,
    version,
    runtime_version: runtime,
    started_at: at,
  });
}

/** Reports that this node works, and reads whether it is to be drained. */
export async function sendHeartbeat(services: NodeServices, version: string): Promise<void> {
  const { db, clock, ownNode } = services;
  const row = await repository.updateHeartbeat(db, { node: ownNode.name, at: new Date(clock()) });
  await followRequest(services, row !== undefined && row.drain_requested_at !== null);
  if (row === undefined) await insertOwnNode(services, version);
}

/** Deletes the row of this node when it stops. */
export async function unregisterNode({ db, ownNode }: NodeServices): Promise<void> {
  await repository.deleteNode(db, ownNode.name);
}

export async function recordHousekeeping(
  { db, clock, ownNode }: NodeServices,
  outcome: HousekeepingOutcome,
): Promise<void> {
  await repository.updateNodeHousekeeping(db, { node: ownNode.name, at: new Date(clock()), outcome });
}

/** The nodes of the service. A node without a heartbeat for a minute is lost. */
export async function listNodes({ db, clock, ownNode }: NodeServices): Promise<NodeState[]> {
  const rows = await repository.selectNodes(db);
  const now = clock();
  return rows.map((row) => {
    const isLost = now - row.heartbeat_at.getTime() > lostAfterMs;
    const workingState = row.drain_requested_at === null ? 'running' : 'draining';
    return {
      node: row.node,
      version: row.version,
      runtimeVersion: row.runtime_version,
      state: isLost ? 'lost' : workingState,
      startedAt: row.started_at.getTime(),
      heartbeatAt: row.heartbeat_at.getTime(),
      drainRequestedAt: row.drain_requested_at?.getTime() ?? null,
      housekeepingAt: row.housekeeping_at?.getTime() ?? null,
      housekeepingOutcome: row.housekeeping_outcome,
      isAnswering: row.node === ownNode.name,
    };
  });
}

/**
 * Requests that a node reports that it is not ready and takes no jobs, or ends the request. The node follows with its next heartbeat.
 * @throws ServiceError `admin.node_not_found`.
 */
export async function setDraining(
  services: NodeServices,
  { node, operatorID, isDraining }: { node: string; operatorID: string; isDraining: boolean },
): Promise<void> {
  const { db, clock, ownNode } = services;
  const at = new Date(clock());
  await inTransaction(db, async (transaction) => {
    const requestedAt = isDraining ? at : null;
    if (!(await repository.updateDrainRequest(transaction, { node, requestedAt })))
      throw new ServiceError('admin.node_not_found');
    const actor = { kind: 'operator', tid: null, operatorID } as const;
    const act = isDraining ? 'deployment.node_drained' : 'deployment.node_drain_ended';
    await recordAct({ handle: transaction, actor, at }, { act, subject: node });
  });
  if (node === ownNode.name) await followRequest(services, isDraining);
}

/** Deletes the nodes that stopped without deleting their row a day ago. */
export async function deleteLostNodes(db: DatabaseHandle, now: number): Promise<void> {
  await repository.deleteNodesBefore(db, new Date(now - dayMs));
}
