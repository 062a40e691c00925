import { createMemoryPlatform } from '../../src/platform/adapters/memory/index.ts';
import type { PushNote } from '../../src/platform/ports/push.port.ts';
import { pathOfNote } from '../../src/platform/push/push-note.rules.ts';
import type { Rig } from '../platform/rig.ts';

/** The memory platform, with every capability that a test can set. */
export const memoryRig: Rig = {
  // The memory device exists only as long as its page, so no press can come before the page.
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
        setStorageAnswer: (granted) => void grants.push(granted),
        cover: platform.coverApp,
        leave: () => platform.setVisible(false),
        comeBack: () => platform.setVisible(true),
        setVoice: voice.setVoice,
        utterances: () => voice.utterances,
        finishSpeech: () => voice.finish(),
        setCanVerifyUser: (knows) => {
          person.canVerify = knows;
        },
        setUserVerified: (shows) => {
          person.isVerified = shows;
        },
        setPushAnswer: (granted) => push.setAnswer(granted ? 'granted' : 'denied'),
        deliverPush: (note) => push.deliver({ kind: 'push', note: note as PushNote }),
        pressNotice: (note) => push.deliver({ kind: 'open', path: pathOfNote(note as PushNote) }),
        changeToken: push.changeToken,
        setAcceptsFiles: (takes) => Object.assign(outside, { share: takes, open: takes }),
        given: () => outside.received.map((what) => what.replace(/^share |^open | as .*$/gu, '')),
        isBlocked: () => screen.isBlocked,
      },
    };
  },
};
