import { applicationTypeNames } from '@sealflow/domain/workflow';
import type { NewAbsence } from './absences.queries.ts';

/** An absence as it is edited. Times are local, as the field gives them; empty: now, or no end. */
export interface AbsenceDraft {
  readonly deputy: { readonly fid: string; readonly name: string } | null;
  readonly from: string;
  readonly until: string;
  readonly hasAllTypes: boolean;
  readonly types: readonly string[];
}

export const emptyAbsence: AbsenceDraft = { deputy: null, from: '', until: '', hasAllTypes: true, types: [] };

export function isComplete({ deputy, hasAllTypes, types }: AbsenceDraft): boolean {
  return deputy !== null && (hasAllTypes || types.length > 0);
}

export function toNewAbsence(draft: AbsenceDraft): Omit<NewAbsence, 'fid'> {
  const { deputy, from, until, hasAllTypes, types } = draft;
  return {
    deputy: deputy?.fid ?? '',
    ...(from === '' ? {} : { from: new Date(from).getTime() }),
    until: until === '' ? null : new Date(until).getTime(),
    types: hasAllTypes ? null : applicationTypeNames.filter((type) => types.includes(type)),
  };
}
