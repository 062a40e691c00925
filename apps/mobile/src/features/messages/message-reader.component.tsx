import { useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useApi } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { onLiveEvent } from '../../platform/live/live.hook.ts';
import { onPushMessage } from '../../platform/push/index.ts';
import { useSpeakMessages } from '../../platform/speech/speak-messages.store.ts';
import type { Speech } from '../../platform/speech/speaker.usecases.ts';
import { useSpeaker } from '../../platform/speech/speech.hook.ts';
import { useBadges } from '../../shell/badges/badges.store.ts';
import { showSnackbar } from '../../shell/notices/snackbar.store.ts';
import { createArrivalMonitor } from './arrival-monitor.usecases.ts';

/** How long the button to play is offered if the browser blocks automatic playback. */
const playOfferMs = 10_000;

/** Reads spoken messages aloud as they arrive, on every screen. */
export default function MessageReader() {
  const api = useApi();
  const { clock } = usePlatform();
  const { messages: texts } = useTexts();
  const speaker = useSpeaker();
  const [isOn] = useSpeakMessages();
  const latest = useRef(texts);
  useEffect(() => {
    latest.current = texts;
  });

  useEffect(() => {
    if (!isOn) return undefined;
    const speak = async (speech: Speech) => {
      if ((await speaker.enqueue(speech)) !== 'refused') return;
      const { speechArrived, playNow } = latest.current;
      showSnackbar({
        color: 'info',
        text: speechArrived(speech.text),
        action: { label: playNow, onPress: () => void speaker.readNow(speech) },
        durationMs: playOfferMs,
      });
    };
    const arrivals = createArrivalMonitor({
      api,
      since: clock.serverNow(),
      onSpoken: (one) => void speak(one),
    });
    const unsubscribes = [
      onLiveEvent(({ name, data }) => {
        if (name === 'message' && data['sessionID'] !== undefined) arrivals.check(data['sessionID']);
      }),
      onPushMessage(({ type, sessionID }) => {
        if (type === 'text_voice') arrivals.check(sessionID);
      }),
      // Messages that the event stream missed are found by the badge poll.
      useBadges.subscribe((now, before) => {
        if (now.messages > before.messages) arrivals.checkAll();
      }),
    ];
    return () => {
      for (const end of unsubscribes) end();
      arrivals.close();
      speaker.stop();
    };
  }, [api, clock, isOn, speaker]);
  return null;
}
