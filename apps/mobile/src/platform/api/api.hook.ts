import { errorText } from '@sealflow/domain/errors';
import { createContext, useCallback, useContext } from 'react';
import { useLanguage } from '../../i18n/index.ts';
import { ApiError } from './api.errors.ts';
import type { Api } from './api.ts';
import { storageProblemOf } from './storage-error.rules.ts';

/** Boot provides the client here. */
export const ApiContext = createContext<Api | null>(null);

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('no api above this component');
  return api;
}

/** Says any failure in the person's language; what is neither of the service nor of the storage is an unknown error. */
export function useErrorText(): (error: unknown) => string {
  const language = useLanguage();
  return useCallback(
    (error) => {
      const name = language === 'zh' ? 'cn' : 'en';
      return error instanceof ApiError
        ? errorText(error.code, name, error.params)
        : errorText(storageProblemOf(error) ?? 'app.unknown_error', name);
    },
    [language],
  );
}
