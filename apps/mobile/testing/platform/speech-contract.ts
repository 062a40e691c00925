import { expect, it } from 'vitest';
import type { Rig } from './rig.ts';

const text = { text: '您有一条新消息', language: 'zh-CN', volume: 0.3 } as const;

/** The contract of the device's speech synthesis. */
export function speechContract({ start }: Rig): void {
  const withVoice = async () => {
    const { platform, device } = await start();
    const speech = await platform.speech();
    device.setVoice(true);
    await new Promise<void>((resolve) => {
      const look = () => {
        if (speech.hasVoice()) resolve();
      };
      speech.subscribe(look);
      look();
    });
    return { speech, device };
  };
  /** Waits until the engine has received the text. */
  const untilHeard = (device: Awaited<ReturnType<typeof withVoice>>['device'], count: number) =>
    expect.poll(() => device.utterances().length).toBe(count);

  it('says a text in its language, at its volume, to its end', async () => {
    const { speech, device } = await withVoice();
    const speaking = speech.speak(text, new AbortController().signal);
    await untilHeard(device, 1);
    expect(device.utterances()).toEqual([text]);
    device.finishSpeech();
    expect(await speaking).toBe('spoken');
  });

  it('falls silent when it is told to, and then says the next', async () => {
    const { speech, device } = await withVoice();
    const stop = new AbortController();
    const speaking = speech.speak(text, stop.signal);
    await untilHeard(device, 1);
    stop.abort();
    expect(await speaking).toBe('spoken');
    expect(await speech.speak(text, stop.signal)).toBe('spoken');
    const next = speech.speak({ ...text, language: 'en-US' }, new AbortController().signal);
    await untilHeard(device, 2);
    device.finishSpeech();
    expect(await next).toBe('spoken');
  });

  it('says that it cannot where there is no voice', async () => {
    const { platform } = await start();
    const speech = await platform.speech();
    expect(speech.hasVoice()).toBe(false);
    expect(await speech.speak(text, new AbortController().signal)).toBe('failed');
  });
}
