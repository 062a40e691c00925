import {
  bytesSource,
  importForOpening,
  importLicenceKey,
  openDocument,
  type PayloadKeys,
  readSealed,
  unwrapDataKey,
} from '@sealflow/tdf';
import type { ByteSource } from '@sealflow/tdf/reader';
import { detectFormat } from '@sealflow/viewers/format/detect-format.util.ts';
import { chooseViewer } from '@sealflow/viewers/viewer/choose.viewer.ts';
import type { OpenViewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { problemOf } from '../../apps/mobile/src/features/preview/layer/document-problem.rules.ts';
import { preview as texts } from '../../apps/mobile/src/i18n/zh/preview.ts';
import { type Damage, tampered } from './tamper.rules.ts';
import { createViewerStage } from './viewer-stage.ts';

export type SealedSample = {
  readonly extension: string;
  readonly pkcs8: readonly number[];
  readonly kid: string;
  readonly documentId: string;
};

export type Opening = {
  readonly damage: Damage | null;
  readonly format: string;
  /** The message instead of the document; null if the document is shown. */
  readonly message: string | null;
};

type Loaded = SealedSample & {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly keys: PayloadKeys;
};

const documents: Loaded[] = [];
/** A file that is shorter than its first header counts as plain, and contains nothing of the document. */
const minSealedBytes = 39;
const tooShortMessage = 'sealedNoMore';

let viewer: OpenViewer | undefined;
let failure: unknown;
let wrongBytes = 0;
let last = 1;

async function load(samples: readonly SealedSample[]): Promise<void> {
  for (const [index, sample] of samples.entries()) {
    const bytesOf = async (number: number) =>
      new Uint8Array(await (await fetch(`/documents/${number}`)).arrayBuffer());
    const [file, plain] = [await bytesOf(2 * index), await bytesOf(2 * index + 1)];
    const sealed = await readSealed(bytesSource(file));
    const [entry] = sealed?.manifest.encryptionInformation.keyAccess ?? [];
    if (!entry) throw new Error('the sample is not sealed');
    const key = await importLicenceKey('ec:secp256r1', Uint8Array.from(sample.pkcs8));
    const keys = await importForOpening(await unwrapDataKey(entry, key));
    const shares = [{ kid: sample.kid, sid: null, ...keys }];
    documents.push({ ...sample, file, plain, keys: { documentId: sample.documentId, ...keys, shares } });
  }
}

/** Compares every byte for a viewer with the sealed content. */
const watched = (source: ByteSource, plain: Uint8Array): ByteSource => ({
  size: source.size,
  async read(offset, length, signal) {
    const part = await source.read(offset, length, signal);
    for (const [index, byte] of part.entries()) if (byte !== plain[offset + index]) wrongBytes += 1;
    return part;
  },
});

const messageOf = (error: unknown): string => {
  const problem = texts.problems[problemOf(error)];
  return `${problemOf(error)}: ${problem.title} ${problem.hint}`;
};

/** The app reads the whole document when it draws exact pages. Until then it shows only its offer. */
async function offerExactPages(kind: string, content: ByteSource): Promise<void> {
  await content.read(0, content.size);
  document.querySelector('#stage')?.replaceChildren(`${kind}: ${content.size}`);
}

/** Opens a document like the app, damaged by a seed; null for the unchanged document. */
async function open(index: number, seed: number | null): Promise<Opening> {
  const { file, plain, keys, extension } = documents[index] as Loaded;
  const foreign = documents[(index + 1) % documents.length]?.file ?? file;
  const damaged = seed === null ? { file, damage: null } : tampered(file, foreign, seed);
  let format = '';
  try {
    const source = bytesSource(damaged.file);
    const sealed = await readSealed(source);
    if (!sealed && damaged.file.length < minSealedBytes)
      return { damage: damaged.damage, format, message: tooShortMessage };
    const content = watched(sealed ? (await openDocument({ source: sealed, keys })).bytes : source, plain);
    const detected = await detectFormat(content);
    format = 'kind' in detected ? detected.kind : (detected.viewer ?? '');
    const choose = chooseViewer(detected);
    if (detected.viewer === null && detected.exactKind) {
      await offerExactPages(detected.exactKind, content);
      return { damage: damaged.damage, format: detected.exactKind, message: null };
    }
    if (!choose) return { damage: damaged.damage, format, message: texts.unknownFormat };
    viewer = await (await choose())({
      ...createViewerStage(),
      content,
      extension,
      words: { page: (page, pages) => `${page} / ${pages}`, link: String, brokenPage: texts.brokenPage },
      onPage: (_, pages) => {
        last = pages;
      },
      onFailure: (error) => {
        failure = error;
      },
    });
    return { damage: damaged.damage, format, message: null };
  } catch (error) {
    return { damage: damaged.damage, format, message: messageOf(error) };
  }
}

const tamper = {
  load,
  open,
  goToLast: () => viewer?.goTo?.(last),
  message: () => (failure === undefined ? null : messageOf(failure)),
  wrongBytes: () => wrongBytes,
  close() {
    viewer?.close();
    [viewer, failure, last] = [undefined, undefined, 1];
    document.querySelector('#stage')?.replaceChildren();
  },
};
export type Tamper = typeof tamper;

Object.assign(globalThis, { tamper });
