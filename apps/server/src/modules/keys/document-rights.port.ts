/** The obligations of readers of a classification, and the level that they require. */
export interface AccessClass {
  readonly level: number;
  readonly watermark: boolean;
  readonly noDownload: boolean;
  readonly noCapture: boolean;
  /** Duration of a use licence in seconds; null for no limit. */
  readonly leaseSeconds: number | null;
  readonly excludesBrowsers: boolean;
}

/** The stored facts about one document and one member of its tenant. */
export interface DocumentRights {
  readonly isWithdrawn: boolean;
  /** The classification of the document; null if the tenant has none with that id. */
  readonly accessClass: AccessClass | null;
  /** The level up to which the member may read. */
  readonly clearance: number;
  /** The highest level of a classification whose documents may be printed; null if the tenant allows no printing. */
  readonly printingMaxLevel: number | null;
  /** An explicit grant; `until` in milliseconds since 1970, null for no limit. */
  readonly grant: { readonly until: number | null } | null;
}

export interface RightsQuery {
  readonly tid: string;
  readonly fid: string;
  readonly documentID: string;
  /** The owner in the policy, authenticated by the data key; null for a document without one. */
  readonly owner: string | null;
  /** The classification in the policy; null for the tenant's default. */
  readonly classificationID: string | null;
}

/** The keys module does not depend on documents. The composition of the service injects this function. */
export type FindDocumentRights = (query: RightsQuery) => Promise<DocumentRights>;
