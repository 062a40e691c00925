import { type ErrorCode, type ErrorParams, errorText } from '@sealflow/domain/errors';
import { useLanguage } from '../../i18n/index.ts';

/** Says what is wrong with a field; codes stand for the texts, so that a change of language changes them too. */
export function useProblemText() {
  const language = useLanguage();
  return (
    problem: { readonly code: ErrorCode; readonly params?: ErrorParams } | undefined,
  ): string | undefined =>
    problem && errorText(problem.code, language === 'zh' ? 'cn' : 'en', problem.params);
}
