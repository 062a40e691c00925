import { type ErrorCode, type ErrorParams, errorText } from '@sealflow/domain/errors';
import { useLanguage } from '../../i18n/index.ts';

/**
 * Translates a problem of a field. Problems are stored as codes, so that a change of language changes the
 * texts.
 */
export function useProblemText() {
  const language = useLanguage();
  return (
    problem: { readonly code: ErrorCode; readonly params?: ErrorParams } | undefined,
  ): string | undefined =>
    problem && errorText(problem.code, language === 'zh' ? 'cn' : 'en', problem.params);
}
