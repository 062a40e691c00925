/** The requests of the load with their definite responses. Requests without a definite response are not listed. */
export interface Journal {
  readonly decisions: DecisionEntry[];
  readonly flows: FlowEntry[];
  readonly flowActs: FlowActionEntry[];
  readonly uploads: UploadEntry[];
  readonly posts: PostEntry[];
  readonly documents: DocumentEntry[];
  readonly licences: LicenceEntry[];
  readonly packages: PackageEntry[];
  readonly deadTokens: EndedToken[];
  readonly registrations: RegistrationEntry[];
  readonly calls: CallCounts;
  readonly violations: Violation[];
}

export interface CallCounts {
  asked: number;
  acknowledged: number;
  refused: number;
  /** Attempts with an unknown outcome: broken connections, timeouts, 5xx. */
  unknown: number;
  /** Calls without a definite response within their timeout. */
  givenUp: number;
  readonly byStatus: Map<number, number>;
}

export interface Person {
  readonly tid: string;
  readonly fid: string;
  readonly aid: string;
}

export interface DecisionEntry extends Person {
  readonly taskID: string;
  readonly action: string;
  readonly note: string | null;
  /** `processed`, or the error code of the refusal. */
  readonly outcome: string;
}

export interface FlowEntry extends Person {
  readonly flowID: string;
  readonly type: string;
  readonly title: string;
  readonly files: readonly string[];
}

export interface FlowActionEntry extends Person {
  readonly flowID: string;
  readonly action: 'cancel' | 'submit' | 'resubmit';
}

export interface UploadEntry extends Person {
  readonly uri: string;
  readonly sha256: string;
  readonly size: number;
}

export interface PostEntry {
  readonly tid: string;
  readonly postID: string;
  /** The recipients; null for all members of the tenant. */
  readonly fids: readonly string[] | null;
  readonly text: string;
}

export interface DocumentEntry extends Person {
  readonly documentID: string;
}

export interface LicenceEntry extends Person {
  readonly documentID: string;
  readonly deviceID: string;
}

export interface PackageEntry extends Person {
  readonly flowID: string;
  readonly sha256: string;
}

export interface EndedToken {
  readonly token: string;
  /** When the end of the session was confirmed, on the clock of `processNow`. */
  readonly endedAt: number;
}

export interface RegistrationEntry {
  readonly aid: string;
  readonly deviceID: string;
  readonly name: string;
}

export interface Violation {
  readonly invariant: string;
  readonly description: string;
  readonly evidence?: unknown;
}

export function newJournal(): Journal {
  return {
    decisions: [],
    flows: [],
    flowActs: [],
    uploads: [],
    posts: [],
    documents: [],
    licences: [],
    packages: [],
    deadTokens: [],
    registrations: [],
    calls: { asked: 0, acknowledged: 0, refused: 0, unknown: 0, givenUp: 0, byStatus: new Map() },
    violations: [],
  };
}
