import type { Task } from '@sealflow/contract';
import type { Change } from '../../infra/changes/changes.port.ts';
import { countTags } from './count-cache.usecases.ts';

interface PersonKey {
  readonly tid: string;
  readonly fid: string;
}

const flowTag = (tid: string, flowID: string) => `flow ${tid} id ${flowID}`;
const flowTypesTag = (tid: string) => `flow_types ${tid}`;

/** The tags that a page of a person's applications depends on, besides the admission of the person. */
export function flowPageTags({ tid, fid }: PersonKey): string[] {
  return [...countTags('flow', { tid, fid }), flowTypesTag(tid)];
}

/** The same for a page of a person's tasks: they contain flows and names of other people. */
export function taskPageTags({ tid, fid }: PersonKey, tasks: readonly Task[]): string[] {
  const flows = tasks.map(({ flow }) => flowTag(tid, flow.id));
  // The tag of a changed membership. A change of all members of a tenant has the tag of the tenant, as the admission does.
  const applicants = tasks.map(({ flow }) => `member ${tid} ${flow.applicant.fid}`);
  return [
    ...countTags('task', { tid, fid }),
    ...new Set([...flows, ...applicants]),
    `flow ${tid}`,
    flowTypesTag(tid),
  ];
}

/**
 * The page tags that a change invalidates, besides those of counts. Only audited acts, which are written with what they changed,
 * tell of changed types of applications.
 */
export function invalidatedPageTags({ topic, tid, id, act }: Change): readonly string[] | 'all' {
  if (topic === 'flow') return tid === undefined || id === undefined ? [] : [flowTag(tid, id)];
  if (topic !== 'act' || (act !== undefined && !act.startsWith('flow_type.'))) return [];
  return tid === undefined ? 'all' : [flowTypesTag(tid)];
}
