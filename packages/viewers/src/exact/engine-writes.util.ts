/** The part of the engine's file system that writes. Its code calls the function by its name for every write. */
export type WritingModule = { readonly FS: { write: (...parameters: never[]) => unknown } };

/** Time between two reports. Together they may take longer than a conversion without progress may. */
const reportIntervalMs = 3000;

/**
 * Reports writes of the engine, at intervals. The engine blocks its worker while it converts, but writes each page when it is
 * finished: a long document writes all the time, and a stuck conversion does not.
 */
export function reportWrites(module: WritingModule, report: () => void): void {
  const write = module.FS.write.bind(module.FS);
  let reportedAt = Date.now();
  module.FS.write = (...parameters) => {
    if (Date.now() - reportedAt >= reportIntervalMs) {
      reportedAt = Date.now();
      report();
    }
    return write(...parameters);
  };
}
