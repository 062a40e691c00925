/** What the people of the load asked, and what they were definitely told. What they never heard of is in none of these lists. */
export interface Journal {
  readonly decisions: DecisionNote[];
  readonly flows: FlowNote[];
  readonly flowActs: FlowActNote[];
  readonly uploads: UploadNote[];
  readonly posts: PostNote[];
  readonly documents: DocumentNote[];
  readonly licences: LicenceNote[];
  readonly packages: PackageNote[];
  readonly deadTokens: DeadToken[];
  readonly registrations: RegistrationNote[];
  readonly calls: CallCounts;
  readonly violations: Violation[];
}

export interface CallCounts {
  asked: number;
  acknowledged: number;
  refused: number;
  /** Attempts whose outcome nobody told: broken lines, no answer in time, 5xx. */
  unknown: number;
  /** Calls that no definite answer came for within their patience. */
  givenUp: number;
  readonly byStatus: Map<number, number>;
}

export interface Person {
  readonly tid: string;
  readonly fid: string;
  readonly aid: string;
}

export interface DecisionNote extends Person {
  readonly taskID: string;
  readonly action: string;
  readonly note: string | null;
  /** `processed`, or the code of the refusal. */
  readonly told: string;
}

export interface FlowNote extends Person {
  readonly flowID: string;
  readonly type: string;
  readonly title: string;
  readonly files: readonly string[];
}

export interface FlowActNote extends Person {
  readonly flowID: string;
  readonly action: 'cancel' | 'submit';
}

export interface UploadNote extends Person {
  readonly uri: string;
  readonly sha256: string;
  readonly size: number;
}

export interface PostNote {
  readonly tid: string;
  readonly postID: string;
  /** Whom it is for; null for all of the tenant. */
  readonly fids: readonly string[] | null;
  readonly text: string;
}

export interface DocumentNote extends Person {
  readonly documentID: string;
}

export interface LicenceNote extends Person {
  readonly documentID: string;
  readonly deviceID: string;
}

export interface PackageNote extends Person {
  readonly flowID: string;
  readonly sha256: string;
}

export interface DeadToken {
  readonly token: string;
  /** When its end was told, on the clock of `ownNow`. */
  readonly since: number;
}

export interface RegistrationNote {
  readonly aid: string;
  readonly deviceID: string;
  readonly name: string;
}

export interface Violation {
  readonly invariant: string;
  readonly what: string;
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
