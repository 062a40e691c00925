/** Returns the names of numeric constants that contain neither a unit nor a kind. */
export function constantsWithoutUnit(source: string, tsx?: boolean): string[];

/** The figures of a checkout. A list contains the files or names that a figure counts. */
export type Structure = Readonly<{
  files: number;
  medianLines: number;
  p90Lines: number;
  maxLines: number;
  /** Paths. */
  smallFilesWithOneImporter: readonly string[];
  /** `folder folder`: two folders that import each other. */
  twoWayPairs: readonly string[];
  /** `file -> file`. */
  featuresImportingApp: readonly string[];
  /** `file: name`. */
  constantsWithoutUnit: readonly string[];
}>;

export function measureStructure(): Structure;
