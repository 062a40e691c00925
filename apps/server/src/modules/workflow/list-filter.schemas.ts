import { flowFilter, taskFilter } from '@sealflow/contract/schemas';
import {
  type ApplicationType,
  awaitingApprovalStates,
  type FlowState,
  isApplicationType,
  type StepType,
  stepTypes,
  type TaskState,
} from '@sealflow/domain/workflow';
import type { z } from 'zod';
import { badRequest } from '../../infra/http/bad-request.errors.ts';

/** The filter that both query syntaxes (plain parameters and the JSON `filter`) are parsed into. */
export interface ListFilter {
  readonly type?: ApplicationType | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly keyword?: string | undefined;
}
export interface FlowFilter extends ListFilter {
  readonly states?: readonly FlowState[] | undefined;
}
export interface TaskFilter extends ListFilter {
  readonly state?: TaskState | undefined;
  readonly step?: StepType | undefined;
}

interface SharedQuery {
  readonly filter?: string | undefined;
  readonly state?: string | undefined;
  readonly type?: string | undefined;
  readonly createAtFrom?: number | undefined;
  readonly createAtTo?: number | undefined;
  readonly keyword?: string | undefined;
}
export interface FlowQuery extends SharedQuery {
  readonly state?: FlowState | 'awaiting_approval' | undefined;
  readonly type?: ApplicationType | undefined;
}
export interface TaskQuery extends SharedQuery {
  readonly state?: TaskState | undefined;
  readonly type?: 'approval' | StepType | ApplicationType | undefined;
}

/**
 * Parses the filter of the flow list in either syntax (service.md), or in both if they do not set the same field.
 * @throws ServiceError `app.invalid_request` if `filter` is invalid or both syntaxes set the same field.
 */
export function readFlowFilter(query: FlowQuery): FlowFilter {
  const json = readJson(flowFilter, query);
  assertNotSetTwice(query, json, ['state', 'type', 'keyword']);
  const state = json?.state ?? query.state;
  return {
    ...sharedFilter(query, json),
    type: json?.type ?? query.type,
    states:
      state === undefined ? undefined : state === 'awaiting_approval' ? awaitingApprovalStates : [state],
  };
}

/** Parses the filter of the task list; see {@link readFlowFilter}. `type=approval` is `nodeType: "approve"`. */
export function readTaskFilter(query: TaskQuery): TaskFilter {
  const json = readJson(taskFilter, query);
  assertNotSetTwice(query, json, ['state', 'keyword']);
  const plainType = readPlainType(query.type);
  if ((plainType.step && json?.nodeType) || (plainType.type && json?.type))
    throw badRequest('query.filter.type');
  return {
    ...sharedFilter(query, json),
    type: json?.type ?? plainType.type,
    state: json?.state ?? query.state,
    step: json?.nodeType ?? plainType.step,
  };
}

function readPlainType(type: TaskQuery['type']): { step?: StepType; type?: ApplicationType } {
  if (type === undefined) return {};
  if (type === 'approval') return { step: 'approve' };
  if (isApplicationType(type)) return { type };
  return stepTypes.includes(type) ? { step: type } : {};
}

function readJson<S extends typeof flowFilter | typeof taskFilter>(
  schema: S,
  { filter }: SharedQuery,
): z.output<S> | undefined {
  if (filter === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(filter);
  } catch {
    throw badRequest('query.filter');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data as z.output<S>;
  const [issue] = parsed.error.issues;
  const key = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
  throw badRequest(['query.filter', ...(key === undefined ? [] : [String(key)])].join('.'));
}

type Json = z.output<typeof flowFilter> | z.output<typeof taskFilter> | undefined;

function assertNotSetTwice(
  query: SharedQuery,
  json: Json,
  keys: readonly ('state' | 'type' | 'keyword')[],
): void {
  const duplicateKey = keys.find((key) => json?.[key] !== undefined && query[key] !== undefined);
  if (duplicateKey !== undefined) throw badRequest(`query.filter.${duplicateKey}`);
  const hasPlainPeriod = query.createAtFrom !== undefined || query.createAtTo !== undefined;
  if (json?.createAt !== undefined && hasPlainPeriod) throw badRequest('query.filter.createAt');
}

function sharedFilter(query: SharedQuery, json: Json): ListFilter {
  const [from, to] = json?.createAt ?? [query.createAtFrom, query.createAtTo];
  return {
    createdFrom: from == null ? undefined : new Date(from),
    createdBefore: to == null ? undefined : new Date(to),
    keyword: (json?.keyword ?? query.keyword) || undefined,
  };
}
