import {
  type ApplicationType,
  applicationTypes,
  type Process,
  type ResolvedStage,
  simulateProcess,
  withChoices,
} from '@sealflow/domain/workflow';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { findRegisteredDocument } from '../documents/approved-changes.usecases.ts';
import { findMember } from '../tenants/tenants.usecases.ts';
import { selectDeputies } from './absence.repository.ts';
import { applyApproverRules } from './approver-rules.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { namesOf, toPerson } from './flow-response.usecases.ts';
import { fidsOfProcess } from './flow-types.usecases.ts';
import { describePeople, type PersonInProcess } from './process-designs.usecases.ts';

export interface SimulationRequest {
  readonly tid: string;
  readonly type: ApplicationType;
  readonly process: Omit<Process, 'delivery'>;
  readonly applicant: string;
  readonly documentID: string | undefined;
  /** Whom the applicant would choose, by stage from 1. */
  readonly chosenApprovers: readonly { readonly stage: number; readonly fid: string }[] | undefined;
}

/**
 * Whom an application would ask. The process and the people are resolved by the functions that real applications use; nothing
 * is stored.
 * @throws ServiceError `login.user_not_found`, `key.document_not_found`.
 */
export async function simulate(
  { db, clock }: Pick<WorkflowServices, 'db' | 'clock'>,
  request: SimulationRequest,
) {
  const { tid, type, applicant, documentID, chosenApprovers = [] } = request;
  const { delivery } = applicationTypes[type];
  if (!(await findMember(db, { tid, fid: applicant }))) throw new ServiceError('login.user_not_found');
  if (documentID !== undefined && !(await findRegisteredDocument(db, { tid, documentID })))
    throw new ServiceError('key.document_not_found');
  const choices = chosenApprovers.map(({ stage, fid }) => ({ stage: stage - 1, personID: fid }));
  const stages = withChoices(request.process.stages, choices);
  const designed = { ...request.process, stages, delivery };
  const documentIDs = documentID === undefined ? [] : [documentID];
  const applied = await applyApproverRules(db, { tid, applicant, documentIDs, process: designed });
  const { process, ownerStages } = applied;
  const found = applied.stages.flatMap((stage) => stage.found.flatMap(({ personIDs }) => personIDs));
  const fids = [...new Set([applicant, ...fidsOfProcess(process), ...found])];
  const people = new Map((await describePeople(db, tid, fids)).map((person) => [person.fid, person]));
  const isActive = (fid: string) => people.get(fid)?.inactive === null;
  const result = simulateProcess(process, { applicantID: applicant, isActive });
  const personOf = (fid: string) => ({ fid, name: people.get(fid)?.name ?? '' });
  const deputies = await selectDeputies(db, { tid, fids, at: new Date(clock()) });
  const deputyOf = (fid: string) =>
    deputies.find((one) => one.fid === fid && one.types?.includes(type) !== false)?.deputy_fid;
  const names = await namesOf(db, { tid, fids: deputies.map((one) => one.deputy_fid) });
  const deputiesOf = (assignees: readonly string[]) =>
    assignees.flatMap((fid) => {
      const deputy = deputyOf(fid);
      if (deputy === undefined) return [];
      return [
        { assignee: personOf(fid), deputy: toPerson(deputy, names), isApplicant: deputy === applicant },
      ];
    });
  const rulesOf = (resolved: ResolvedStage | undefined) => {
    const head = resolved?.found.find(({ by }) => by === 'department_head');
    const [headID] = head?.personIDs ?? [];
    return {
      found: (resolved?.found ?? []).map(({ by, personIDs }) => ({ by, people: personIDs.map(personOf) })),
      usesFallback: resolved?.usesFallback ?? false,
      refusal: resolved?.refusal ?? null,
      departmentHead: headID === undefined ? null : personOf(headID),
      lacksDepartmentHead: head !== undefined && headID === undefined,
    };
  };
  const applicantInactive = people.get(applicant)?.inactive ?? null;
  return {
    isPossible: result.isPossible && applied.refusal === null && applicantInactive === null,
    applicantInactive,
    stages: process.stages.map(({ rule, approvers }, index) => ({
      kind: index < ownerStages ? ('owners' as const) : ('designed' as const),
      rule,
      ...rulesOf(index < ownerStages ? undefined : applied.stages[index - ownerStages]),
      isReached: result.stages[index]?.isReached ?? false,
      assignees: (result.stages[index]?.assigneeIDs ?? []).map(personOf),
      deputies: deputiesOf(result.stages[index]?.assigneeIDs ?? []),
      omitted: [...new Set(approvers)].flatMap((fid) => omittedOf(people.get(fid))),
      includesApplicant: approvers.includes(applicant),
    })),
    cc: result.ccIDs.map(personOf),
    executors: result.executorIDs?.map(personOf) ?? null,
    delivery,
    directComplete: process.directComplete,
  };
}

function omittedOf(person: PersonInProcess | undefined) {
  if (!person || person.inactive === null) return [];
  const { fid, name, inactive } = person;
  return [{ fid, name, inactive }];
}
