/** An audio or video format, recognised by its first bytes. */
export type MediaFormat = {
  readonly viewer: 'media';
  /** The media type that the player gets. */
  readonly mimeType: string;
  readonly name: string;
};

const mediaFormat = (mimeType: string, name: string): MediaFormat => ({ viewer: 'media', mimeType, name });

const mp3 = mediaFormat('audio/mpeg', 'MP3');
const aac = mediaFormat('audio/aac', 'AAC');
const webm = mediaFormat('video/webm', 'WebM');
const matroska = mediaFormat('video/x-matroska', 'Matroska');

/** Brands of ISO base media files (ISO/IEC 14496-12) that are not plain MP4. */
const brands: Readonly<Record<string, MediaFormat>> = {
  'M4A ': mediaFormat('audio/mp4', 'M4A'),
  'M4B ': mediaFormat('audio/mp4', 'M4B'),
  'qt  ': mediaFormat('video/quicktime', 'QuickTime'),
};

/** The boxes with which QuickTime files began before brands existed. */
const legacyQuickTimeBoxes = new Set(['moov', 'mdat', 'wide', 'pnot']);

// Bit rates in kbit/s of layer III in MPEG-1, then in MPEG-2 and 2.5 (ISO/IEC 11172-3 and 13818-3).
const mpeg1BitratesKbps = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const mpeg2BitratesKbps = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const sampleRatesHz = [44_100, 48_000, 32_000];

/** The length of a layer III frame in bytes; null where the header is invalid. */
function mp3FrameBytes(one: number, two: number): number | null {
  const version = (one >> 3) & 3;
  const rate = sampleRatesHz[(two >> 2) & 3];
  const bitrate = (version === 3 ? mpeg1BitratesKbps : mpeg2BitratesKbps)[two >> 4];
  if ((one & 0xe6) !== 0xe2 || version === 1 || rate === undefined || !bitrate) return null;
  const samples = version === 3 ? 144 : 72;
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4;
  return Math.floor((samples * bitrate * 1000 * divisor) / rate) + ((two >> 1) & 1);
}

const adtsFrameBytes = (one: number, head: Uint8Array): number | null =>
  (one & 0xf6) === 0xf0 ? (((head[3] ?? 0) & 3) << 11) | ((head[4] ?? 0) << 3) | ((head[5] ?? 0) >> 5) : null;

/**
 * Raw frame streams have no signature: a frame is recognised by the next one at the position where it ends.
 */
function rawFrameFormat(head: Uint8Array): MediaFormat | null {
  const [zero = 0, one = 0, two = 0] = head;
  if (zero !== 0xff) return null;
  const adts = adtsFrameBytes(one, head);
  const length = adts ?? mp3FrameBytes(one, two);
  if (length === null || length < 7) return null;
  const isNext = head[length] === 0xff && ((head[length + 1] ?? 0) & 0xf6) === (one & 0xf6);
  if (!isNext) return null;
  return adts === null ? mp3 : aac;
}

/** The packets of a transport stream start with a sync byte every 188 bytes. */
const isTransportStream = (head: Uint8Array) => [0, 188, 376].every((at) => head[at] === 0x47);

function oggFormat(start: string): MediaFormat {
  if (start.includes('\x80theora')) return mediaFormat('video/ogg', 'Ogg');
  return mediaFormat('audio/ogg', start.includes('OpusHead') ? 'Opus (ogg)' : 'Ogg');
}

/**
 * The media format of the first bytes, which are also passed as latin1 text; null where they are no media.
 */
export function mediaFormatOf(head: Uint8Array, start: string): MediaFormat | null {
  const box = start.slice(4, 8);
  if (box === 'ftyp') return brands[start.slice(8, 12)] ?? mediaFormat('video/mp4', 'MP4');
  if (legacyQuickTimeBoxes.has(box)) return mediaFormat('video/quicktime', 'QuickTime');
  if (start.startsWith('\x1aE\xdf\xa3')) return start.slice(0, 64).includes('webm') ? webm : matroska;
  if (start.startsWith('ID3')) return mp3;
  if (start.startsWith('fLaC')) return mediaFormat('audio/flac', 'FLAC');
  if (start.startsWith('OggS')) return oggFormat(start.slice(0, 512));
  if (/^(?:RIFF|RF64)/.test(start) && start.slice(8, 12) === 'WAVE') return mediaFormat('audio/wav', 'WAVE');
  if (isTransportStream(head)) return mediaFormat('video/mp2t', 'MPEG-TS');
  return rawFrameFormat(head);
}
