import type { ApplicationType } from '@sealflow/contract';
import { useTexts } from '../../../i18n/index.ts';
import { useOfferedTypes } from '../../../shell/people/absences.queries.ts';

/** Returns a function for the name of an application type, as the organisation or the app calls it. */
export function useOfferedTypeName(tid: string): (type: ApplicationType) => string {
  const { work } = useTexts();
  const { data } = useOfferedTypes(tid);
  return (type) => work.flowTypes[type] ?? data?.find((one) => one.type === type)?.name ?? type;
}
