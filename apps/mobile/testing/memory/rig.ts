import { createMemoryPlatform } from '../../src/platform/adapters/memory/index.ts';
import type { PushNote } from '../../src/platform/ports/push.port.ts';
import { pathOfNote } from '../../src/platform/push/push-note.rules.ts';
import type { Rig } from '../platform/rig.ts';

/** A device in memory is all that a test wants it to be. */
export const memoryRig: Rig = {
  // It is there as long as its page.
  lacks: new Set(['coldPress']),
  start: async () => {
    const grants: boolean[] = [];
    const platform = createMemoryPlatform({ grants });
    const { person, push, voice, outside, screen } = platform;
    screen.canBlock = true;
    return {
      platform,
      device: {
        settled: async () => undefined,
        setOnline: platform.setOnline,
        pressBack: platform.pressBack,
        exits: platform.exits,
        badge: platform.badge,
        barStyle: platform.barStyle,
        setKeyboard: (isVisible) => platform.setKeyboard({ isVisible, covered: 0 }),
        place: platform.setPosition,
        storageAnswer: (granted) => void grants.push(granted),
        cover: platform.coverApp,
        leave: () => platform.setVisible(false),
        comeBack: () => platform.setVisible(true),
        setVoice: voice.setVoice,
        heard: () => voice.utterances,
        finishSpeech: () => voice.finish(),
        knowsPerson: (knows) => {
          person.canVerify = knows;
        },
        showsPerson: (shows) => {
          person.isVerified = shows;
        },
        pushAnswer: (granted) => push.setAnswer(granted ? 'granted' : 'denied'),
        deliverPush: (note) => push.deliver({ kind: 'push', note: note as PushNote }),
        pressNotice: (note) => push.deliver({ kind: 'open', path: pathOfNote(note as PushNote) }),
        changeToken: push.changeToken,
        takesFiles: (takes) => Object.assign(outside, { share: takes, open: takes }),
        given: () => outside.received.map((what) => what.replace(/^share |^open | as .*$/gu, '')),
        isBlocked: () => screen.isBlocked,
      },
    };
  },
};
