import { type AgreementText, builtInText, parseMarkdown } from '@sealflow/domain/agreements/agreement-text';
import { limits } from '@sealflow/domain/limits';
import { useEffect, useState } from 'react';
import { type AgreementName, loadAgreement } from '../../../i18n/agreements/index.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { useApi } from '../../../platform/api/index.ts';

const callByName = { licence: 'GET /api/v1/eula', privacy: 'GET /api/v1/privacy-policy' } as const;

export type LoadedAgreement = AgreementText & { readonly origin: 'service' | 'builtIn' };

/**
 * The deployment's agreement in the current language, or the bundled one if it cannot be fetched; null while
 * loading. The call sends no token, because the reader has not agreed to anything yet.
 */
export function useAgreement(name: AgreementName): LoadedAgreement | 'failed' | null {
  const api = useApi();
  const language = useLanguage();
  const [loaded, setLoaded] = useState<LoadedAgreement | 'failed' | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const fetchText = async (): Promise<LoadedAgreement> => {
      const response = await api.call(callByName[name], {
        query: { language },
        token: null,
        timeoutMs: limits.signInTimeoutMs,
        signal: controller.signal,
      });
      const blocks = parseMarkdown(response.text);
      if (blocks.length === 0) throw new Error('agreement text is empty');
      return { version: response.version, blocks, origin: 'service' };
    };
    const loadBuiltIn = async (): Promise<LoadedAgreement> => ({
      ...builtInText(await loadAgreement(name, language)),
      origin: 'builtIn',
    });
    const setUnlessAborted = (text: LoadedAgreement | 'failed') => {
      if (!controller.signal.aborted) setLoaded(text);
    };
    fetchText()
      .catch(loadBuiltIn)
      .then(setUnlessAborted, () => setUnlessAborted('failed'));
    return () => controller.abort();
  }, [api, name, language]);
  return loaded;
}
