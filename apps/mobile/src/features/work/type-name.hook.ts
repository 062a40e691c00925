import type { Flow } from '@sealflow/contract';
import { useTexts } from '../../i18n/index.ts';

/** Tenants name their types of application in their own language; in another one the kind is named by the app. */
export function useTypeName() {
  const { work } = useTexts();
  return ({ type, name }: { readonly type: Flow['type']; readonly name: string }) =>
    work.flowTypes[type] ?? name;
}
