/** What reading a document of a class obliges to, and whom it is open to. */
export interface AccessClass {
  readonly level: number;
  readonly watermark: boolean;
  readonly noDownload: boolean;
  readonly noCapture: boolean;
  /** How long a use licence lasts; null for one without an end. */
  readonly leaseSeconds: number | null;
  readonly excludesBrowsers: boolean;
}

/** What stands written about one document and one member of its tenant. */
export interface DocumentRights {
  readonly withdrawn: boolean;
  /** The class that holds for the document; null where the tenant has none of that id. */
  readonly accessClass: AccessClass | null;
  /** Up to which level the member reads. */
  readonly clearance: number;
  /** An explicit grant; `until` in milliseconds since 1970, null for good. */
  readonly grant: { readonly until: number | null } | null;
}

export interface RightsQuery {
  readonly tid: string;
  readonly fid: string;
  readonly documentID: string;
  /** As the policy has it, which the data key proves; null for a document without one. */
  readonly owner: string | null;
  /** As the policy has it; null for the tenant's default one. */
  readonly classificationID: string | null;
}

/** The keys know nothing of documents: whoever composes the service tells them whom to ask. */
export type FindDocumentRights = (query: RightsQuery) => Promise<DocumentRights>;
