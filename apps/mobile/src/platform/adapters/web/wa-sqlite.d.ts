// The library has types for its main entry and its engines, but not for the current version of these file systems.
declare module '@journeyapps/wa-sqlite/src/examples/OPFSCoopSyncVFS.js' {
  export class OPFSCoopSyncVFS {
    static create(name: string, module: unknown): Promise<OPFSCoopSyncVFS>;
    readonly persistentFiles: Map<string, { readonly accessHandle: { getSize(): number } | null }>;
    readonly accessiblePaths: Set<string>;
    jAccess(name: string, flags: number, result: DataView): number;
  }
}
