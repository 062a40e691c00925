import {
  AudioBufferSource,
  BufferTarget,
  CanvasSource,
  type MetadataTags,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

type Wanted = {
  readonly seconds: number;
  readonly picture?: boolean;
  readonly tags?: MetadataTags;
};

const perSecond = 10;
const rate = 48_000;

function tone(seconds: number): AudioBuffer {
  const buffer = new AudioBuffer({ length: seconds * rate, numberOfChannels: 1, sampleRate: rate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.sin((at * 440 * 2 * Math.PI) / rate) / 4;
  return buffer;
}

/** A video that shows the current second, with a tone. */
export async function webmOf({
  seconds,
  picture = true,
  tags = {},
}: Wanted): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  output.setMetadataTags(tags);
  const canvas = new OffscreenCanvas(320, 180);
  const context = canvas.getContext('2d')!;
  const pictures = new CanvasSource(canvas, { codec: 'vp8', bitrate: 200_000, keyFrameInterval: 1 });
  const sound = new AudioBufferSource({ codec: 'opus', bitrate: 32_000 });
  if (picture) output.addVideoTrack(pictures);
  output.addAudioTrack(sound);
  await output.start();
  const frames = picture ? seconds * perSecond : 0;
  for (let frame = 0; frame < frames; frame += 1) {
    context.fillStyle = `hsl(${(frame * 36) % 360} 80% 50%)`;
    context.fillRect(0, 0, 320, 180);
    await pictures.add(frame / perSecond, 1 / perSecond);
  }
  await sound.add(tone(seconds));
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

/** Uncompressed PCM audio in a WAV file, which Media Source Extensions do not support. */
export function wavOf(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = tone(seconds).getChannelData(0);
  const bytes = new Uint8Array(44 + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const text = (at: number, words: string) => {
    for (let index = 0; index < words.length; index += 1) view.setUint8(at + index, words.charCodeAt(index));
  };
  text(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (const [index, sample] of samples.entries()) view.setInt16(44 + index * 2, sample * 32_767, true);
  return bytes;
}
