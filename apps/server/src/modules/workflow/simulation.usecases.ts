import {
  type ApplicationFacts,
  type ApplicationType,
  applicationTypes,
  type Process,
  type ResolvedStage,
  type Stage,
  type StageResolution,
  simulateProcess,
  withChoices,
} from '@sealflow/domain/workflow';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { findRegisteredDocument } from '../documents/approved-changes.usecases.ts';
import { classificationIDsOf } from '../documents/classifications.usecases.ts';
import { listDepartmentsOf } from '../tenants/organisations.usecases.ts';
import { findMember } from '../tenants/tenants.usecases.ts';
import { selectDeputies } from './absence.repository.ts';
import { predicateNamer } from './application-facts.usecases.ts';
import { applyApproverRules } from './approver-rules.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { namesOf, toPerson } from './flow-response.usecases.ts';
import { fidsOfProcess } from './flow-types.usecases.ts';
import { describePeople, type PersonInProcess } from './process-designs.usecases.ts';
import { simulateEscalation } from './simulated-escalation.usecases.ts';

type ExampleFacts = {
  readonly [Key in Exclude<keyof ApplicationFacts, 'departmentIDs'>]?: ApplicationFacts[Key] | undefined;
};

export interface SimulationRequest {
  readonly tid: string;
  readonly type: ApplicationType;
  readonly process: Omit<Process, 'delivery'>;
  readonly applicant: string;
  readonly documentID: string | undefined;
  /** Example facts for conditions; missing ones are those of an application without files and recipients. */
  readonly facts: ExampleFacts | undefined;
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
  const { tid, type, applicant, documentID, chosenApprovers = [], facts: example = {} } = request;
  const { delivery } = applicationTypes[type];
  if (!(await findMember(db, { tid, fid: applicant }))) throw new ServiceError('login.user_not_found');
  if (documentID !== undefined && !(await findRegisteredDocument(db, { tid, documentID })))
    throw new ServiceError('key.document_not_found');
  const choices = chosenApprovers.map(({ stage, fid }) => ({ stage: stage - 1, personID: fid }));
  const stages = withChoices(request.process.stages, choices);
  const designed = { ...request.process, stages, delivery };
  const documentIDs = documentID === undefined ? [] : [documentID];
  const facts = await exampleFacts(db, { tid, applicant, documentIDs, example });
  const applied = await applyApproverRules(db, { tid, applicant, documentIDs, facts, process: designed });
  const unmet = applied.stages.flatMap((stage) => stage.unmet ?? []);
  const nameOf = await predicateNamer(db, tid, unmet);
  const { process, ownerStages } = applied;
  const found = applied.stages.flatMap((stage) => stage.found.flatMap(({ personIDs }) => personIDs));
  const fids = [...new Set([applicant, ...fidsOfProcess(process), ...found])];
  const people = new Map((await describePeople(db, tid, fids)).map((person) => [person.fid, person]));
  const isActive = (fid: string) => people.get(fid)?.inactive === null;
  const result = simulateProcess(process, { applicantID: applicant, isActive });
  const personOf = (fid: string) => ({ fid, name: people.get(fid)?.name ?? '' });
  const escalations = new Map<string, readonly string[]>();
  for (const assignee of new Set(result.stages.flatMap(({ assigneeIDs }) => assigneeIDs)))
    escalations.set(assignee, await simulateEscalation(db, { tid, process, applicant, assignee }));
  const namesOfTargets = await namesOf(db, { tid, fids: [...new Set([...escalations.values()].flat())] });
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
  /** Whom a stage of the application asks, by its index there. */
  const askedAt = ({ rule, approvers }: Pick<Stage, 'rule' | 'approvers'>, index: number) => {
    const assignees = result.stages[index]?.assigneeIDs ?? [];
    return {
      rule,
      isReached: result.stages[index]?.isReached ?? false,
      assignees: assignees.map(personOf),
      deputies: deputiesOf(assignees),
      escalations: assignees.flatMap((fid) => {
        const targets = escalations.get(fid) ?? [];
        if (targets.length === 0) return [];
        return [{ assignee: personOf(fid), people: targets.map((one) => toPerson(one, namesOfTargets)) }];
      }),
      omitted: [...new Set(approvers)].flatMap((fid) => omittedOf(people.get(fid))),
      includesApplicant: approvers.includes(applicant),
    };
  };
  const addedStage = (kind: 'owners' | 'fallback', stage: Stage, index: number) => {
    const added = { kind, number: null, skippedBecause: null };
    return { ...added, ...rulesOf(undefined), ...askedAt(stage, index) };
  };
  const designedStage = (resolved: StageResolution, index: number) => ({
    kind: 'designed' as const,
    number: index + 1,
    skippedBecause: resolved.unmet?.map(nameOf) ?? null,
    ...rulesOf(resolved),
    ...(resolved.unmet === null
      ? askedAt(resolved.stage, ownerStages + positionOf(applied.stages, index))
      : { ...askedOfNobody, rule: resolved.stage.rule }),
  });
  const applicantInactive = people.get(applicant)?.inactive ?? null;
  return {
    isPossible: result.isPossible && applied.refusal === null && applicantInactive === null,
    applicantInactive,
    stages: [
      ...process.stages.slice(0, ownerStages).map((stage, index) => addedStage('owners', stage, index)),
      ...applied.stages.map(designedStage),
      ...(applied.isFallbackOnly ? process.stages.slice(ownerStages) : []).map((stage, index) =>
        addedStage('fallback', stage, ownerStages + index),
      ),
    ],
    cc: result.ccIDs.map(personOf),
    executors: result.executorIDs?.map(personOf) ?? null,
    delivery,
    directComplete: process.directComplete,
  };
}

const askedOfNobody = {
  isReached: false,
  assignees: [],
  deputies: [],
  escalations: [],
  omitted: [],
  includesApplicant: false,
};

/** How many stages of the application precede a stage of the type, without those of owners. */
const positionOf = (stages: readonly StageResolution[], index: number): number =>
  stages.slice(0, index).filter(({ unmet }) => unmet === null).length;

/** The example facts, with the classification of the document and the department of the applicant. */
async function exampleFacts(
  db: WorkflowServices['db'],
  {
    tid,
    applicant,
    documentIDs,
    example,
  }: { tid: string; applicant: string; documentIDs: readonly string[]; example: ExampleFacts },
): Promise<ApplicationFacts> {
  const {
    classificationIDs = [],
    fileCount = documentIDs.length,
    totalSize = 0,
    outsideRecipients = 0,
  } = example;
  const own = await classificationIDsOf(db, { tid, documentIDs, fileCount: documentIDs.length });
  return {
    classificationIDs: [...classificationIDs, ...(documentIDs.length === 0 ? [] : own)],
    departmentIDs: await listDepartmentsOf(db, { tid, fid: applicant }),
    fileCount,
    totalSize,
    outsideRecipients,
  };
}

function omittedOf(person: PersonInProcess | undefined) {
  if (!person || person.inactive === null) return [];
  const { fid, name, inactive } = person;
  return [{ fid, name, inactive }];
}
