import { limits } from '@sealflow/domain/limits';
import { useEffect, useState } from 'react';
import { type AgreementName, loadAgreement } from '../../i18n/agreements/index.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useApi } from '../../platform/api/index.ts';
import { type AgreementText, builtInText, readMarkdown } from './agreement-text.rules.ts';

const calls = { licence: 'GET /api/v1/eula', privacy: 'GET /api/v1/privacy-policy' } as const;

export type ShownAgreement = AgreementText & { readonly origin: 'service' | 'builtIn' };

/**
 * The deployment's agreement in the current language, or the bundled one if it cannot be fetched; null while
 * loading. The call sends no token, because the reader has not agreed to anything yet.
 */
export function useAgreement(name: AgreementName): ShownAgreement | 'failed' | null {
  const api = useApi();
  const language = useLanguage();
  const [shown, setShown] = useState<ShownAgreement | 'failed' | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const fetchText = async (): Promise<ShownAgreement> => {
      const answer = await api.call(calls[name], {
        query: { language },
        token: null,
        timeoutMs: limits.signInTimeout,
        signal: left.signal,
      });
      const blocks = readMarkdown(answer.text);
      if (blocks.length === 0) throw new Error('agreement text is empty');
      return { version: answer.version, blocks, origin: 'service' };
    };
    const builtIn = async (): Promise<ShownAgreement> => ({
      ...builtInText(await loadAgreement(name, language)),
      origin: 'builtIn',
    });
    const show = (text: ShownAgreement | 'failed') => {
      if (!left.signal.aborted) setShown(text);
    };
    fetchText()
      .catch(builtIn)
      .then(show, () => show('failed'));
    return () => left.abort();
  }, [api, name, language]);
  return shown;
}
