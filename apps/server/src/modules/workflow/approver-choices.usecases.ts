import {
  type ApplicationType,
  asksByRule,
  type ChoiceLimit,
  choicesOf,
  type Process,
} from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Member } from '../../infra/http/access.port.ts';
import { listClassifications } from '../documents/administer-classifications.usecases.ts';
import { listOrganisationNames } from '../tenants/organisations.usecases.ts';
import { type Colleague, listPeople } from '../tenants/people.usecases.ts';
import { listAllRoles } from '../tenants/roles.usecases.ts';
import type { FlowRow } from './flow.repository.ts';
import { namesOf, toPerson } from './flow-response.usecases.ts';
import { selectFlowType } from './flow-type.repository.ts';

const maxClassifications = 1000;

/** A stage whose approver the applicant chooses, with the names of the limits. */
interface StageChoice {
  /** From 1. */
  stage: number;
  isRequired: boolean;
  role: string | null;
  organisation: string | null;
}

/**
 * Lists the people whom a member may choose as approver of a stage. Without a limit, the member gives a part of the name, so
 * that nobody can list the whole organisation.
 * @throws ServiceError `work.flow_type_not_found`, `work.not_allowed` for a stage without a choice.
 */
export async function listApproverChoices(
  db: DatabaseHandle,
  { tid, fid }: Pick<Member, 'tid' | 'fid'>,
  query: { type: ApplicationType; stage: number; keyword?: string | undefined; skip: number; limit: number },
): Promise<{ total: number; data: Colleague[] }> {
  const { type, stage, ...page } = query;
  const flowType = await selectFlowType(db, { tid, type });
  if (!flowType?.enabled) throw new ServiceError('work.flow_type_not_found');
  const choice = flowType.process.stages[stage - 1]?.applicantChoice;
  if (choice === undefined) throw new ServiceError('work.not_allowed');
  if (!isLimited(choice) && !page.keyword) return { total: 0, data: [] };
  return listPeople(db, { ...page, ...choice, tid, exceptFid: fid });
}

const isLimited = ({ roleID, orgID }: ChoiceLimit): boolean => roleID !== undefined || orgID !== undefined;

/** The choices that applicants have in each of these processes. */
export async function describeChoices(
  db: DatabaseHandle,
  tid: string,
  processes: readonly Process[],
): Promise<readonly StageChoice[][]> {
  const limits = processes.flatMap(({ stages }) =>
    stages.flatMap(({ applicantChoice }) => applicantChoice ?? []),
  );
  // Most types have no choice, and every member reads the types.
  const names = limits.some(isLimited) ? await listRuleChoices(db, tid) : { roles: [], organisations: [] };
  const roles = new Map(names.roles.map(({ roleID, name }) => [roleID, name]));
  const organisations = new Map(names.organisations.map(({ orgID, name }) => [orgID, name]));
  return processes.map(({ stages, fallback = [] }) =>
    stages.flatMap(({ applicantChoice: limit, ...stage }, index) => {
      if (limit === undefined) return [];
      return [
        {
          stage: index + 1,
          isRequired:
            stage.approvers.length === 0 &&
            fallback.length === 0 &&
            stage.when === undefined &&
            !asksByRule(stage),
          role: limit.roleID === undefined ? null : (roles.get(limit.roleID) ?? limit.roleID),
          organisation: limit.orgID === undefined ? null : (organisations.get(limit.orgID) ?? limit.orgID),
        },
      ];
    }),
  );
}

/** Whom the applicant chose in a draft; nothing for other applications, whose stages name the people. */
export async function describeChosen(
  db: DatabaseHandle,
  { tid, process }: Pick<FlowRow, 'tid' | 'process'>,
): Promise<{ chosenApprovers?: { stage: number; person: { fid: string; name: string } }[] }> {
  const choices = choicesOf(process.stages);
  if (choices.length === 0) return {};
  const names = await namesOf(db, { tid, fids: choices.map(({ personID }) => personID) });
  return {
    chosenApprovers: choices.map(({ stage, personID }) => ({
      stage: stage + 1,
      person: toPerson(personID, names),
    })),
  };
}

/** The roles, departments and classifications that a process can name. */
export async function listRuleChoices(
  db: DatabaseHandle,
  tid: string,
): Promise<{
  roles: { roleID: string; name: string }[];
  organisations: { orgID: string; name: string }[];
  classifications: { id: string; name: string }[];
}> {
  const roles = await listAllRoles(db, tid);
  const { data } = await listClassifications(db, { tid, skip: 0, limit: maxClassifications });
  return {
    classifications: data.map(({ id, name }) => ({ id, name })),
    roles: roles.map(({ roleID, name }) => ({ roleID, name })),
    organisations: await listOrganisationNames(db, tid),
  };
}
