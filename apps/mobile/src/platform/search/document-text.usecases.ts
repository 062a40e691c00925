import { localDatabase } from '../database/local-database.compose.ts';
import type { Platform } from '../ports/platform.port.ts';
import { documentTextsOf, type IndexedDocument, maxIndexed } from './document-texts.repository.ts';
import { documentTextKey } from './search-key.usecases.ts';
import { tokensOfQuery, tokensOfText } from './text-tokens.rules.ts';

/** Limits of one document; what follows is not found. */
export const maxDocumentText = { characters: 400_000, tokens: 30_000 } as const;

/** The parts in which a text is read and hashed, so that no part delays a frame. */
const slice = { characters: 2_000, tokens: 200 } as const;
/** 40 bits: with half a million different tokens on a device, one search in a million finds a wrong one. */
const hashBytes = 5;

type Owner = { readonly platform: Platform; readonly accountID: string };
type IndexOptions = {
  /** Reads the text of the document; called only if it is not indexed. */
  readonly readText: (maxCharacters: number) => Promise<string>;
  /** Resolves when the page has nothing else to do. */
  readonly whenIdle: () => Promise<void>;
  readonly signal: AbortSignal;
};

const encoder = new TextEncoder();

/** A keyed hash as a word of the index: letters and digits only. */
export async function hashToken(key: CryptoKey, token: string): Promise<string> {
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(token)));
  const value = signature.subarray(0, hashBytes).reduce((sum, byte) => sum * 256 + byte, 0);
  return value.toString(32).padStart(8, '0');
}

async function collectTokens(
  text: string,
  { whenIdle, signal }: Pick<IndexOptions, 'whenIdle' | 'signal'>,
): Promise<readonly string[]> {
  const tokens = new Set<string>();
  for (let at = 0; at < text.length && tokens.size < maxDocumentText.tokens; at += slice.characters) {
    // The parts overlap by more than a word, so that none is lost between two.
    for (const token of tokensOfText(text.slice(Math.max(0, at - 40), at + slice.characters)))
      tokens.add(token);
    await whenIdle();
    signal.throwIfAborted();
  }
  return [...tokens].slice(0, maxDocumentText.tokens);
}

async function hashTokens(
  key: CryptoKey,
  tokens: readonly string[],
  { whenIdle, signal }: Pick<IndexOptions, 'whenIdle' | 'signal'>,
): Promise<readonly string[]> {
  const hashes: string[] = [];
  for (let at = 0; at < tokens.length; at += slice.tokens) {
    const part = tokens.slice(at, at + slice.tokens);
    hashes.push(...(await Promise.all(part.map((token) => hashToken(key, token)))));
    await whenIdle();
    signal.throwIfAborted();
  }
  // In the order of the hashes, so that nothing remains of the order in the text.
  return hashes.toSorted();
}

/**
 * Indexes the text of a document that is open on this device, if that has not been done. Only keyed hashes are stored.
 * @throws StorageError; the signal's reason.
 */
export async function indexDocument(
  { platform, accountID }: Owner,
  document: IndexedDocument,
  options: IndexOptions,
): Promise<void> {
  const database = await localDatabase(platform);
  const texts = documentTextsOf(database, accountID);
  if ((await texts.has(document)) || !(await texts.mayIndex(document))) return;
  const text = (await options.readText(maxDocumentText.characters)).slice(0, maxDocumentText.characters);
  options.signal.throwIfAborted();
  const key = await documentTextKey(platform, accountID);
  const hashes = await hashTokens(key, await collectTokens(text, options), options);
  if (hashes.length === 0) return;
  await database.transaction(async (tx) => {
    const inTransaction = documentTextsOf(tx, accountID);
    // The licence may have ended meanwhile, or the record may be gone.
    if (options.signal.aborted || !(await inTransaction.mayIndex(document))) return;
    await inTransaction.replace(document, hashes, platform.clock.now());
    await inTransaction.limit(maxIndexed);
  });
}

/** The files whose text has what is searched; empty for a text that is too short. */
export async function findDocumentTexts(
  { platform, accountID }: Owner,
  keyword: string,
): Promise<readonly string[]> {
  const tokens = tokensOfQuery(keyword);
  if (tokens.length === 0) return [];
  const key = await documentTextKey(platform, accountID);
  const hashes = await Promise.all(tokens.map((token) => hashToken(key, token)));
  return documentTextsOf(await localDatabase(platform), accountID).find(hashes);
}

/** Deletes the index of a tenant's documents, because the tenant does not want one. */
export async function deleteDocumentTexts({ platform, accountID }: Owner, tid: string): Promise<void> {
  await documentTextsOf(await localDatabase(platform), accountID).deleteOfTenant(tid);
}
