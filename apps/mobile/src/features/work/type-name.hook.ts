import type { Flow } from '@sealflow/contract';
import { useCallback } from 'react';
import { useTexts } from '../../i18n/index.ts';

/** Tenants name their types in their own language; in English the app uses its own names. */
export function useTypeName() {
  const { work } = useTexts();
  return useCallback(
    ({ type, name }: { readonly type: Flow['type']; readonly name: string }) => work.flowTypes[type] ?? name,
    [work],
  );
}
