import type { Process, Stage } from './model.ts';

/** Whether a stage of the process asks the head of the applicant's department. */
export const asksDepartmentHead = ({ stages }: Process): boolean =>
  stages.some(({ departmentHead }) => departmentHead === true);

/**
 * The head who decides about an application: that of the nearest department whose head is active and not the applicant.
 * @param headIDs - the heads of the applicant's department and of those above it, nearest first.
 * @returns null if there is none.
 */
export function findDepartmentHead(
  headIDs: readonly string[],
  { applicantID, isActive }: { applicantID: string; isActive: (personID: string) => boolean },
): string | null {
  return headIDs.find((headID) => headID !== applicantID && isActive(headID)) ?? null;
}

/**
 * The process of an application: each stage names its people. The head decides beside the other approvers of the stage.
 * @param headID - null if there is no head. A stage that asks only the head then has no approvers.
 */
export function withDepartmentHead(process: Process, headID: string | null): Process {
  const stages = process.stages.map(({ departmentHead, ...stage }): Stage => {
    if (departmentHead !== true || headID === null) return stage;
    return { ...stage, approvers: [...new Set([headID, ...stage.approvers])] };
  });
  return { ...process, stages };
}

/** Whether a stage of the application type asks only the head. Without a head, nobody could decide it. */
export const needsDepartmentHead = ({ stages }: Process): boolean =>
  stages.some(({ departmentHead, approvers }) => departmentHead === true && approvers.length === 0);
