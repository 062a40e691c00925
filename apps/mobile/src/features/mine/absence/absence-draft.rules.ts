import type { ApplicationType, Body } from '@sealflow/contract';

/** An absence as it is edited. Times are local, as the field gives them; empty: now, or no end. */
export interface AbsenceDraft {
  readonly deputy: { readonly fid: string; readonly name: string } | null;
  readonly from: string;
  readonly until: string;
  readonly hasAllTypes: boolean;
  readonly types: readonly ApplicationType[];
}

export const emptyAbsence: AbsenceDraft = { deputy: null, from: '', until: '', hasAllTypes: true, types: [] };

type Faults = { readonly [Field in 'deputy' | 'until' | 'types']?: true };

/** The fields that must be changed first. @param now - milliseconds since 1970. */
export function faultsOf({ deputy, from, until, hasAllTypes, types }: AbsenceDraft, now: number): Faults {
  const start = Math.max(now, timeOf(from) ?? now);
  const end = timeOf(until);
  return {
    ...(deputy === null ? { deputy: true } : {}),
    ...(end !== null && end <= start ? { until: true } : {}),
    ...(!hasAllTypes && types.length === 0 ? { types: true } : {}),
  };
}

export function toNewAbsence(draft: AbsenceDraft): Body<'POST /api/v1/tenants/{tid}/user-absences'> {
  const from = timeOf(draft.from);
  return {
    deputy: draft.deputy?.fid ?? '',
    ...(from === null ? {} : { from }),
    until: timeOf(draft.until),
    types: draft.hasAllTypes ? null : [...draft.types],
  };
}

function timeOf(local: string): number | null {
  return local === '' ? null : new Date(local).getTime();
}
