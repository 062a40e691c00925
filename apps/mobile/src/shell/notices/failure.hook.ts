import {
  type ErrorCode,
  type ErrorParams,
  errorText,
  registeredError,
} from '@sealflow/domain/errors/registry';
import { useCallback } from 'react';
import { useLanguage } from '../../i18n/index.ts';
import { failureOf } from '../../platform/api/index.ts';
import { type SnackbarMessage, showSnackbar } from './snackbar.store.ts';

type Action = SnackbarMessage['action'];
type Language = ReturnType<typeof useLanguage>;

/**
 * Shows an entry of the error catalogue as a snackbar in its colour; an entry that is not visible is shown by its
 * screen.
 */
function showEntry(
  code: ErrorCode,
  options: { language: Language; params: ErrorParams; action: Action },
): void {
  const { language, params, action } = options;
  const { color, visible } = registeredError(code) ?? { color: 'error', visible: true };
  if (!visible) return;
  const text = errorText(code, language === 'zh' ? 'cn' : 'en', params);
  showSnackbar({ color, text, ...(action === undefined ? {} : { action }) });
}

/** Shows the error of a failed call or device function. */
export function useShowFailure(): (failure: unknown) => void {
  const language = useLanguage();
  return useCallback(
    (failure) => {
      const { code, params } = failureOf(failure);
      showEntry(code, { language, params, action: undefined });
    },
    [language],
  );
}

/** Shows a catalogue entry that is not the result of a failure, such as a success message. */
export function useShowTip(): (code: ErrorCode, action?: Action) => void {
  const language = useLanguage();
  return useCallback((code, action) => showEntry(code, { language, params: {}, action }), [language]);
}
