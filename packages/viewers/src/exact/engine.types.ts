/** The files of the engine: its WebAssembly module, its file system, its script, and the script of its threads. */
export type EngineFile = 'module' | 'data' | 'script' | 'thread';

/** A part of a file. It is fetched, verified and cached on its own. */
export type EngineChunk = { readonly sha256: string; readonly bytes: number };

/** What the build of the app knows about the engine, so that a changed engine is refused. */
export type EngineManifest = { readonly files: Readonly<Record<EngineFile, readonly EngineChunk[]>> };

/**
 * Returns a chunk of a file of the engine, counted from 0, or null after the last one. Chunks are read once, in order.
 */
export type ReadEngine = (file: EngineFile, index: number) => Promise<Uint8Array<ArrayBuffer> | null>;

/** The calls that the worker offers to the frame. */
export type EngineWorkerApi = {
  /** Starts the engine. Resolves when it can convert. */
  start(): Promise<void>;
  /**
   * Converts a document to PDF. Rejects with the code `unreadable` or `password`.
   * @param name - of the document. Its fields show it.
   * @param extension - of its format.
   */
  convert(document: Uint8Array, name: string, extension: string): Promise<Uint8Array>;
};

/** The calls that the frame offers to the worker. */
export type EngineFilesApi = {
  /** Takes note that the conversion makes progress. */
  advance(): void;
  readEngine(file: EngineFile, index: number): Promise<Uint8Array<ArrayBuffer> | null>;
};
