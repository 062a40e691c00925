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

/** Bytes of each picture: twelve a second make as many as a camera's film has. */
const pictureBytes = 128 * 1024;

const MIB = 1024 * 1024;

/** With zeros behind it, which decoders skip; several pictures in one have their index at the end, and stay (VP9, annex B). */
function padded(picture: Uint8Array): Uint8Array {
  if (((picture.at(-1) ?? 0) & 0xe0) === 0xc0 || picture.length > pictureBytes) return picture;
  const data = new Uint8Array(pictureBytes);
  data.set(picture);
  return data;
}

/** Writes a film of about so many bytes: a short one again and again, its pictures made large. */
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
