import { limits } from '@sealflow/domain/limits';
import type { SpeechPort } from '../ports/speech.port.ts';
import type { Voice } from './voice.port.ts';

const languageOf = (text: string) => (/\p{Script=Han}/u.test(text) ? 'zh-CN' : 'en-US');

/** The device's own voice, in the language of the text. */
export const createDeviceVoice = (load: () => Promise<SpeechPort>): Voice => ({
  speak: async (text, signal) =>
    (await load()).speak({ text, language: languageOf(text), volume: limits.speechVolume }, signal),
});
