import { errorText } from '@sealflow/domain/errors';
import type { Api } from '@sealflow/sdk/api.client.ts';
import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { createContext, useCallback, useContext } from 'react';
import { useLanguage } from '../i18n/index.ts';
import type { SessionActions } from './session/session.usecases.ts';

type Services = { readonly api: Api; readonly session: SessionActions };

/** The client of the service and the actions of the session; provided by the start of the page. */
export const ServicesContext = createContext<Services | null>(null);

function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('ServicesContext is missing');
  return services;
}

export const useApi = (): Api => useServices().api;
export const useSessionActions = (): SessionActions => useServices().session;

/** Returns a function for the text of any failure in the language of the page. */
export function useErrorText(): (error: unknown) => string {
  const language = useLanguage();
  return useCallback(
    (error) => {
      const { code, params } =
        error instanceof ApiError ? error : { code: 'app.unknown_error' as const, params: {} };
      return errorText(code, language === 'zh' ? 'cn' : 'en', params);
    },
    [language],
  );
}
