import { errorText, type MatchedError } from '@sealflow/domain/errors/registry';
import type { Api } from '@sealflow/sdk/api.client.ts';
import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { createContext, useCallback, useContext } from 'react';
import { useLanguage } from '../../i18n/index.ts';
import { storageErrorCodeOf } from './storage-error.rules.ts';

/** The API client; provided by `App`. */
export const ApiContext = createContext<Api | null>(null);

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('ApiContext is missing');
  return api;
}

/** The catalogue entry of any failure; one that is neither the service's nor the storage's is the unknown error. */
export function failureOf(error: unknown): MatchedError {
  if (error instanceof ApiError) return { code: error.code, params: error.params };
  return { code: storageErrorCodeOf(error) ?? 'app.unknown_error', params: {} };
}

/** Returns a function for the text of any failure in the user's language. */
export function useErrorText(): (error: unknown) => string {
  const language = useLanguage();
  return useCallback(
    (error) => {
      const { code, params } = failureOf(error);
      return errorText(code, language === 'zh' ? 'cn' : 'en', params);
    },
    [language],
  );
}
