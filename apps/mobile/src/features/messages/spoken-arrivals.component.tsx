import { useEffect, useRef } from 'react';
import { useBadges } from '../../app/shell/badges.store.ts';
import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { useTexts } from '../../i18n/index.ts';
import { useApi } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { onLiveEvent } from '../../platform/live/live.hook.ts';
import { onPushMessage } from '../../platform/push/index.ts';
import { useSpeakMessages } from '../../platform/speech/speak-messages.store.ts';
import type { Speech } from '../../platform/speech/speaker.usecases.ts';
import { useSpeaker } from '../../platform/speech/speech.hook.ts';
import { createArrivals } from './arrivals.usecases.ts';

/** How long the button to play is offered if the browser blocks automatic playback. */
const offerTime = 10_000;

/** Reads spoken messages aloud as they arrive, on every screen. */
export default function SpokenArrivals() {
  const api = useApi();
  const { clock } = usePlatform();
  const { messages: texts } = useTexts();
  const speaker = useSpeaker();
  const [on] = useSpeakMessages();
  const latest = useRef(texts);
  useEffect(() => {
    latest.current = texts;
  });

  useEffect(() => {
    if (!on) return undefined;
    const hear = async (speech: Speech) => {
      if ((await speaker.add(speech)) !== 'refused') return;
      const { speechArrived, playNow } = latest.current;
      showSnackbar({
        color: 'info',
        text: speechArrived(speech.text),
        action: { label: playNow, onPress: () => void speaker.press(speech) },
        durationMs: offerTime,
      });
    };
    const arrivals = createArrivals({ api, since: clock.serverNow(), onSpoken: (one) => void hear(one) });
    const ends = [
      onLiveEvent(({ name, data }) => {
        if (name === 'message' && data['sessionID'] !== undefined) arrivals.look(data['sessionID']);
      }),
      onPushMessage(({ type, sessionID }) => {
        if (type === 'text_voice') arrivals.look(sessionID);
      }),
      // Messages that the event stream missed are found by the badge poll.
      useBadges.subscribe((now, before) => {
        if (now.messages > before.messages) arrivals.lookAll();
      }),
    ];
    return () => {
      for (const end of ends) end();
      arrivals.end();
      speaker.stop();
    };
  }, [api, clock, on, speaker]);
  return null;
}
