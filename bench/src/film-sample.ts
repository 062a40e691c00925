import { open, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  ALL_FORMATS,
  BufferSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Output,
  StreamTarget,
  type StreamTargetChunk,
  WebMOutputFormat,
} from 'mediabunny';

const sample = fileURLToPath(new URL('../../e2e/samples/test-pattern.webm', import.meta.url));

/** Bytes per picture. With twelve pictures per second the bit rate equals that of a camera. */
const pictureBytes = 128 * 1024;

const MIB = 1024 * 1024;

/**
 * Pads the picture with zeros, which decoders skip. A superframe has its index at the end and stays unchanged (VP9,
 * annex B).
 */
function padded(picture: Uint8Array): Uint8Array {
  if (((picture.at(-1) ?? 0) & 0xe0) === 0xc0 || picture.length > pictureBytes) return picture;
  const data = new Uint8Array(pictureBytes);
  data.set(picture);
  return data;
}

/** Writes a video of about this size by repeating a short one with padded pictures. */
export async function writeFilm(path: string, bytes: number): Promise<void> {
  const input = new Input({ source: new BufferSource(await readFile(sample)), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('the sample shows nothing');
  const length = await input.computeDuration();
  const file = await open(path, 'w');
  try {
    const write = async ({ data, position }: StreamTargetChunk) => {
      await file.write(data, 0, data.length, position);
    };
    const target = new StreamTarget(new WritableStream({ write }), { chunked: true, chunkSize: 4 * MIB });
    const output = new Output({ format: new WebMOutputFormat(), target });
    const pictures = new EncodedVideoPacketSource('vp9');
    output.addVideoTrack(pictures);
    await output.start();
    let written = 0;
    for (let round = 0; written < bytes; round += 1) {
      for await (const packet of new EncodedPacketSink(track).packets()) {
        const data = padded(packet.data);
        const timestamp = packet.timestamp + round * length;
        await pictures.add(packet.clone({ data, timestamp }), { decoderConfig });
        written += data.length;
      }
    }
    await output.finalize();
  } finally {
    await file.close();
  }
}
