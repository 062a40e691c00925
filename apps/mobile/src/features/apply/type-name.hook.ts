import type { ApplicationType } from '@sealflow/contract';
import { englishTypeNames } from '@sealflow/domain/workflow';
import { useLanguage } from '../../i18n/index.ts';

/** Tenants name their types in their own language; in English the app uses its own names. */
export function useTypeName() {
  const language = useLanguage();
  return (type: ApplicationType, name: string): string => (language === 'en' ? englishTypeNames[type] : name);
}
