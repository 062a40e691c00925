import { useEffect, useMemo, useState } from 'react';
import { type Api, useApi } from '../api/index.ts';
import { usePlatform } from '../platform.hook.ts';
import type { Platform } from '../ports/platform.port.ts';
import { createDeviceVoice } from './device-voice.adapter.ts';
import { createServiceVoice, type SpeechService } from './service-voice.adapter.ts';
import { createSpeaker, type Speaker } from './speaker.usecases.ts';

/** Time after which a deployment without a speech service is asked again. */
const noServiceRetryMs = 600_000;
/** A token is not used in its last minute. */
const expiryMarginMs = 60_000;

/** Fetches the speech service's address and token, once for many texts; null if the deployment has no such service. */
function createSpeechAccess(api: Api, now: () => number = Date.now): () => Promise<SpeechService | null> {
  let cached: { readonly service: SpeechService | null; readonly until: number } | null = null;
  return async () => {
    if (cached !== null && cached.until > now()) return cached.service;
    const { url, token, expire } = await api.call('GET /api/v1/speech/token');
    const service = url === null || token === null ? null : { url, token };
    cached = {
      service,
      until: service === null || expire === null ? now() + noServiceRetryMs : expire - expiryMarginMs,
    };
    return service;
  };
}

type Speech = { readonly speaker: Speaker; readonly access: ReturnType<typeof createSpeechAccess> };

const speechByApi = new WeakMap<Api, Speech>();

function speechOf(api: Api, platform: Platform): Speech {
  const existing = speechByApi.get(api);
  if (existing !== undefined) return existing;
  const access = createSpeechAccess(api);
  const serviceVoice = createServiceVoice(async () => {
    const service = await access();
    if (service === null) throw new Error('this deployment has no speech service');
    return service;
  });
  const deviceVoice = createDeviceVoice(() => platform.speech());
  const speaker = createSpeaker({
    // If the service does not answer, the device's own voice is used.
    voices: async () => ((await access().catch(() => null)) ? [serviceVoice, deviceVoice] : [deviceVoice]),
    unlock: () => serviceVoice.unlock?.(),
    locks: (navigator as Partial<Navigator>).locks,
  });
  const speech = { speaker, access };
  speechByApi.set(api, speech);
  return speech;
}

/** The app's only speaker. */
export function useSpeaker(): Speaker {
  const api = useApi();
  const platform = usePlatform();
  return useMemo(() => speechOf(api, platform).speaker, [api, platform]);
}

/** Whether the device has a voice, which it may report late. */
function useDeviceVoice(): boolean {
  const platform = usePlatform();
  const [hasVoice, setHas] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    let end: () => void = () => undefined;
    const begin = async () => {
      const speech = await platform.speech();
      if (isUnmounted) return;
      const look = () => setHas(speech.hasVoice());
      end = speech.subscribe(look);
      look();
    };
    // Without the code there is no voice.
    begin().catch(() => undefined);
    return () => {
      isUnmounted = true;
      end();
    };
  }, [platform]);
  return hasVoice;
}

/** Whether speech is available: the deployment has a speech service, or the device a voice. */
export function useCanSpeak(): boolean {
  const api = useApi();
  const platform = usePlatform();
  const hasVoice = useDeviceVoice();
  const [service, setService] = useState(false);
  useEffect(() => {
    let isMounted = true;
    speechOf(api, platform)
      .access()
      .then((found) => isMounted && setService(found !== null))
      .catch(() => undefined);
    return () => {
      isMounted = false;
    };
  }, [api, platform]);
  return hasVoice || service;
}
