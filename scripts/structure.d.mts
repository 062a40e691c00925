/** Names of the numeric constants that say neither a unit nor a kind. */
export function constantsWithoutUnit(source: string, tsx?: boolean): string[];

/** The figures of a checkout, and the names behind them. */
export type Structure = Readonly<{
  files: number;
  medianLines: number;
  p90Lines: number;
  maxLines: number;
  /** Paths. */
  smallFilesWithOneImporter: readonly string[];
  /** `folder folder`: both import each other. */
  twoWayPairs: readonly string[];
  /** `file -> file`. */
  featuresImportingApp: readonly string[];
  /** `file: name`. */
  constantsWithoutUnit: readonly string[];
}>;

export function measureStructure(): Structure;
