import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type Api, useApi } from '../api/index.ts';
import { browserVoice, hasVoices, onVoices } from './browser-voice.adapter.ts';
import { createServiceVoice } from './service-voice.adapter.ts';
import { createSpeaker, type Speaker } from './speaker.usecases.ts';
import { createSpeechAccess } from './speech-access.usecases.ts';

type Speech = { readonly speaker: Speaker; readonly access: ReturnType<typeof createSpeechAccess> };

const made = new WeakMap<Api, Speech>();

function speechOver(api: Api): Speech {
  const known = made.get(api);
  if (known !== undefined) return known;
  const access = createSpeechAccess(api);
  const serviceVoice = createServiceVoice(async () => {
    const service = await access();
    if (service === null) throw new Error('this deployment has no speech service');
    return service;
  });
  const speaker = createSpeaker({
    // Where the service does not answer, the device's own voice is still there.
    voices: async () => ((await access().catch(() => null)) ? [serviceVoice, browserVoice] : [browserVoice]),
    unlock: () => serviceVoice.unlock?.(),
    locks: (navigator as Partial<Navigator>).locks,
  });
  const speech = { speaker, access };
  made.set(api, speech);
  return speech;
}

/** The one speaker of the app. */
export function useSpeaker(): Speaker {
  const api = useApi();
  return useMemo(() => speechOver(api).speaker, [api]);
}

/** Whether anything could be heard: the deployment has a speech service, or the device a voice. */
export function useCanSpeak(): boolean {
  const api = useApi();
  const voices = useSyncExternalStore(onVoices, hasVoices);
  const [service, setService] = useState(false);
  useEffect(() => {
    let isHere = true;
    speechOver(api)
      .access()
      .then((found) => isHere && setService(found !== null))
      .catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [api]);
  return voices || service;
}
