import {
  type ApplicationType,
  applicationTypes,
  type Process,
  type Stage,
  simulateProcess,
  withDepartmentHead,
} from '@sealflow/domain/workflow';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { findRegisteredDocument } from '../documents/approved-changes.usecases.ts';
import { findMember } from '../tenants/tenants.usecases.ts';
import { selectDeputies } from './absence.repository.ts';
import { departmentHeadFor } from './department-head.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { namesOf, toPerson } from './flow-response.usecases.ts';
import { fidsOfProcess } from './flow-types.usecases.ts';
import { addOwnerApproval } from './owner-approval.usecases.ts';
import { describePeople, type PersonInProcess } from './process-designs.usecases.ts';

export interface SimulationRequest {
  readonly tid: string;
  readonly type: ApplicationType;
  readonly process: Omit<Process, 'delivery'>;
  readonly applicant: string;
  readonly documentID: string | undefined;
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
  const { tid, type, applicant, documentID } = request;
  const { delivery } = applicationTypes[type];
  if (!(await findMember(db, { tid, fid: applicant }))) throw new ServiceError('login.user_not_found');
  if (documentID !== undefined && !(await findRegisteredDocument(db, { tid, documentID })))
    throw new ServiceError('key.document_not_found');
  const designed = { ...request.process, delivery };
  const documentIDs = documentID === undefined ? [] : [documentID];
  const head = await departmentHeadFor(db, { tid, applicant, process: designed });
  const resolved = withDepartmentHead(designed, head);
  const process = await addOwnerApproval(db, { tid, applicant, documentIDs, process: resolved });
  const fids = [...new Set([applicant, ...fidsOfProcess(process)])];
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
  const ownerStages = process.stages.length - designed.stages.length;
  const headOf = (stage: Stage | undefined) => {
    const isAsked = stage?.departmentHead === true;
    return {
      departmentHead: isAsked && head !== null ? personOf(head) : null,
      lacksDepartmentHead: isAsked && head === null,
    };
  };
  const applicantInactive = people.get(applicant)?.inactive ?? null;
  return {
    isPossible: result.isPossible && applicantInactive === null,
    applicantInactive,
    stages: process.stages.map(({ rule, approvers }, index) => ({
      kind: index < ownerStages ? ('owners' as const) : ('designed' as const),
      rule,
      ...headOf(designed.stages[index - ownerStages]),
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
