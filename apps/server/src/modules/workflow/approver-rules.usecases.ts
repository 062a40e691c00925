import {
  type ApplicationFacts,
  asksByRule,
  type ChoiceLimit,
  eligibleHeads,
  idsInConditions,
  maxHoldersPerRole,
  type Process,
  type ProcessResolution,
  type RulePeople,
  resolveProcess,
  rolesOfStages,
  type Stage,
  withOwnerApproval,
} from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { ownersOf } from '../documents/approved-changes.usecases.ts';
import { findClassification } from '../documents/classifications.usecases.ts';
import { findMissingOrganisations, listHeadsAbove } from '../tenants/organisations.usecases.ts';
import { findActivePeople, isActiveWithin, listPeople } from '../tenants/people.usecases.ts';
import { requireRoles } from '../tenants/roles.usecases.ts';

interface RuleRequest {
  readonly tid: string;
  readonly applicant: string;
  /** The documents of the application. */
  readonly documentIDs: readonly string[];
  /** On which the conditions of the stages are evaluated. */
  readonly facts: ApplicationFacts;
  /** Of the application type, with the choices of the applicant. */
  readonly process: Process;
}

export interface AppliedRules extends ProcessResolution {
  /** How many stages precede those of the type: the approval of other owners. */
  readonly ownerStages: number;
}

/**
 * Applies the rules of an application type to one application, within the transaction of its submission. Later changes of
 * heads, roles and owners do not change it. If the application concerns registered documents of other owners, their approval
 * is the first stage, whatever the type.
 */
export async function applyApproverRules(db: DatabaseHandle, request: RuleRequest): Promise<AppliedRules> {
  const { process } = request;
  const owners = await findOtherOwners(db, request);
  const { people, active } = await findRulePeople(db, request, owners);
  const { facts } = request;
  const resolution = resolveProcess(process, { people, isActive: (fid) => active.has(fid), facts });
  const withOwners = withOwnerApproval(resolution, owners);
  return {
    ...resolution,
    process: withOwners,
    ownerStages: withOwners.stages.length - resolution.process.stages.length,
  };
}

/**
 * The process of an application that is submitted.
 * @throws ServiceError with the code of the first stage that refuses the application.
 */
export async function resolveSubmittedProcess(db: DatabaseHandle, request: RuleRequest): Promise<Process> {
  const { process, refusal } = await applyApproverRules(db, request);
  if (refusal !== null) throw new ServiceError(refusal.code, { stage: refusal.stage + 1 });
  return process;
}

async function findOtherOwners(
  db: DatabaseHandle,
  { tid, applicant, documentIDs }: RuleRequest,
): Promise<readonly string[]> {
  const owners = await ownersOf(db, { tid, documentIDs });
  return owners.filter((owner) => owner !== applicant);
}

async function findRulePeople(
  db: DatabaseHandle,
  { tid, applicant, process: { stages, fallback = [] } }: RuleRequest,
  owners: readonly string[],
): Promise<{ people: RulePeople; active: ReadonlySet<string> }> {
  const asksHeads = stages.some(
    ({ departmentHead, headAbove }) => departmentHead === true || headAbove === true,
  );
  const headIDs = asksHeads ? await listHeadsAbove(db, { tid, fid: applicant }) : [];
  const named = stages.filter(asksByRule).flatMap(({ approvers }) => approvers);
  const active = await findActivePeople(db, { tid, fids: [...headIDs, ...named, ...fallback, ...owners] });
  const isActive = (fid: string) => active.has(fid);
  const holders = new Map<string, readonly string[]>();
  for (const roleID of new Set(stages.flatMap(({ roles = [] }) => roles))) {
    const query = { tid, roleID, exceptFid: applicant, skip: 0, limit: maxHoldersPerRole + 1 };
    holders.set(
      roleID,
      (await listPeople(db, query)).data.map(({ fid }) => fid),
    );
  }
  const choosable = await findChoosable(db, { tid, applicant, stages });
  return {
    active,
    people: {
      heads: eligibleHeads(headIDs, { applicantID: applicant, isActive }),
      owners,
      holders,
      fallback: [...new Set(fallback)].filter((fid) => fid !== applicant && isActive(fid)),
      isChoosable: (fid, limit) => choosable.has(choiceKey(fid, limit)),
    },
  };
}

const choiceKey = (fid: string, { roleID, orgID }: ChoiceLimit): string =>
  JSON.stringify([fid, roleID, orgID]);

/** The choices of the applicant that are within their limits. */
async function findChoosable(
  db: DatabaseHandle,
  { tid, applicant, stages }: { tid: string; applicant: string; stages: readonly Stage[] },
): Promise<ReadonlySet<string>> {
  const choosable = new Set<string>();
  for (const { chosen, applicantChoice: limit } of stages) {
    if (chosen === undefined || limit === undefined || chosen === applicant) continue;
    if (await isActiveWithin(db, { tid, fid: chosen, ...limit })) choosable.add(choiceKey(chosen, limit));
  }
  return choosable;
}

/**
 * Asserts that rules and conditions name roles, departments and classifications that exist.
 * @throws ServiceError `work.rule_invalid`.
 */
export async function assertRulesExist(
  db: DatabaseHandle,
  { tid, stages }: { tid: string; stages: readonly Stage[] },
): Promise<void> {
  await requireRoles(db, { tid, roleIDs: rolesOfStages(stages) }).catch((error: unknown) => {
    if (error instanceof ServiceError) throw new ServiceError('work.rule_invalid');
    throw error;
  });
  const limits = stages.flatMap(({ applicantChoice }) =>
    applicantChoice?.orgID === undefined ? [] : [applicantChoice.orgID],
  );
  const orgIDs = [...limits, ...idsInConditions(stages, 'department')];
  for (const id of idsInConditions(stages, 'classification'))
    if (!(await findClassification(db, { tid, id }))) throw new ServiceError('work.rule_invalid');
  if ((await findMissingOrganisations(db, { tid, orgIDs })).length > 0)
    throw new ServiceError('work.rule_invalid');
}
