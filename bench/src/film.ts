import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPage } from './corpus-page.ts';
import { writeFilm } from './film-sample.ts';
import { serveRanges } from './range-server.ts';
import { peakOfPages } from './renderer-memory.ts';
import { sealFile } from './sealed-file.ts';
import { median, rounded } from './stats.ts';
import { openUnobservedPage } from './unobserved-browser.ts';

const videoBytes = 2 * 1024 ** 3;
const sealedPath = '/film.tdf';
const playedSeconds = 3;
/** Fractions of the video: the middle, the end, and positions around them. */
const positions = [0.5, 0.99, 0.25, 0.75, 0.1, 0.6] as const;

/** Memory and network use of a sealed video of two gigabytes while it is opened, played and searched. */
export async function measureFilm() {
  const folder = await mkdtemp(join(tmpdir(), 'sealflow-film-'));
  try {
    const plain = join(folder, 'film.webm');
    await writeFilm(plain, videoBytes);
    const file = await sealFile({
      from: plain,
      to: join(folder, sealedPath),
      url: sealedPath,
      mimeType: 'video/webm',
    });
    await rm(plain);
    await writePage(folder);
    const server = await serveRanges(folder);
    const { send, evaluate: ask, close } = await openUnobservedPage(server.origin);
    try {
      await ask(
        'new Promise((resolve) => { const look = () => ("openFilm" in globalThis ? resolve() : setTimeout(look, 20)); look(); })',
      );
      const { result, peak } = await peakOfPages(send, async () => {
        const openMs = Number(await ask(`openFilm(${JSON.stringify(file)})`));
        await ask(`playOn(${playedSeconds})`);
        const seeks = [];
        for (const place of positions) {
          const before = server.sentOf(sealedPath);
          const ms = Number(await ask(`seekTo(${place})`));
          seeks.push({ ms, bytes: server.sentOf(sealedPath) - before });
          await ask(`playOn(${playedSeconds})`);
        }
        return { openMs, seeks };
      });
      const { size } = await stat(join(folder, sealedPath));
      return {
        peakBytes: peak,
        bytes: size,
        openMs: rounded(result.openMs, 0),
        seekMs: rounded(median(result.seeks.map(({ ms }) => ms)), 0),
        seekBytes: median(result.seeks.map(({ bytes }) => bytes)),
      };
    } finally {
      await close();
      await server.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The viewers of the app’s build with the player part of its service worker. */
async function writePage(folder: string): Promise<void> {
  const entry = fileURLToPath(new URL('film-entry.ts', import.meta.url));
  for (const [name, content] of await buildPage(['media'], entry)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
