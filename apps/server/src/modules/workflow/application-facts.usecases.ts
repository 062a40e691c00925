import {
  type ApplicationFacts,
  type FlowDetails,
  hasConditions,
  noFacts,
  type Predicate,
  type Process,
} from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { classificationIDsOf } from '../documents/classifications.usecases.ts';
import { listDepartmentsOf } from '../tenants/organisations.usecases.ts';
import { countOutsiders } from '../tenants/people.usecases.ts';
import { listRuleChoices } from './approver-choices.usecases.ts';

/** What an application contains, as conditions need it. */
export interface ApplicationContent {
  readonly tid: string;
  readonly applicant: string;
  readonly process: Process;
  readonly details: FlowDetails;
  readonly files: readonly { readonly size: number }[];
  /** Of the files that are protected. */
  readonly documentIDs: readonly string[];
}

/** The facts on which the conditions of a type are evaluated. Nothing is read for a type without conditions. */
export async function collectFacts(
  db: DatabaseHandle,
  { tid, applicant, process, details, files, documentIDs }: ApplicationContent,
): Promise<ApplicationFacts> {
  if (!hasConditions(process.stages)) return noFacts;
  return {
    classificationIDs: await classificationIDsOf(db, { tid, documentIDs, fileCount: files.length }),
    departmentIDs: await listDepartmentsOf(db, { tid, fid: applicant }),
    fileCount: files.length,
    totalSize: files.reduce((sum, { size }) => sum + size, 0),
    outsideRecipients: await countOutsiders(db, { tid, addresses: details.to ?? [] }),
  };
}

/** A predicate with the names of what it refers to. */
export interface NamedPredicate {
  fact: Predicate['fact'];
  is: Predicate['is'];
  value?: number;
  names?: string[];
}

/** Returns a function that names predicates. The names are read only if there are predicates with ids. */
export async function predicateNamer(
  db: DatabaseHandle,
  tid: string,
  predicates: readonly Predicate[],
): Promise<(predicate: Predicate) => NamedPredicate> {
  const choices = predicates.some((one) => 'ids' in one) ? await listRuleChoices(db, tid) : null;
  const names = new Map<string, string>([
    ...(choices?.classifications ?? []).map(({ id, name }) => [`classification ${id}`, name] as const),
    ...(choices?.organisations ?? []).map(({ orgID, name }) => [`department ${orgID}`, name] as const),
  ]);
  return (predicate) => {
    const { fact, is } = predicate;
    if ('ids' in predicate)
      return { fact, is, names: predicate.ids.map((id) => names.get(`${fact} ${id}`) ?? id) };
    return 'value' in predicate ? { fact, is, value: predicate.value } : { fact, is };
  };
}
