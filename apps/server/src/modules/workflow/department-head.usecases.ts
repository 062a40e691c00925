import {
  asksDepartmentHead,
  findDepartmentHead,
  needsDepartmentHead,
  type Process,
  withDepartmentHead,
} from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { listHeadsAbove } from '../tenants/organisations.usecases.ts';
import { findActivePeople } from '../tenants/people.usecases.ts';

interface HeadRequest {
  readonly tid: string;
  readonly applicant: string;
  readonly process: Process;
}

/** The head who decides about applications of a person. @returns null if the process asks no head, or if there is none. */
export async function departmentHeadFor(
  db: DatabaseHandle,
  { tid, applicant, process }: HeadRequest,
): Promise<string | null> {
  if (!asksDepartmentHead(process)) return null;
  const heads = await listHeadsAbove(db, { tid, fid: applicant });
  const active = await findActivePeople(db, { tid, fids: heads });
  return findDepartmentHead(heads, { applicantID: applicant, isActive: (fid) => active.has(fid) });
}

/**
 * The process of a submitted application, with the head of the applicant's department where the application type asks for the
 * head. Later heads do not change it.
 * @throws ServiceError `work.no_department_head` if a stage asks only the head and there is none.
 */
export async function resolveDepartmentHead(db: DatabaseHandle, request: HeadRequest): Promise<Process> {
  const { process } = request;
  const head = await departmentHeadFor(db, request);
  if (head === null && needsDepartmentHead(process)) throw new ServiceError('work.no_department_head');
  return withDepartmentHead(process, head);
}
