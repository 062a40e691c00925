import type { Flow } from '@sealflow/contract';
import { useTexts } from '../../i18n/index.ts';

/** Tenants name their types in their own language; in English the app uses its own names. */
export function useTypeName() {
  const { work } = useTexts();
  return ({ type, name }: { readonly type: Flow['type']; readonly name: string }) =>
    work.flowTypes[type] ?? name;
}
