import { fromBase64, toBase64 } from './base64.ts';
import { textOf, utf8 } from './bytes.ts';
import { TdfError } from './error.ts';

/** What we read out of a policy (schema/OpenTDF/policy.md). What is missing is null. */
export interface Policy {
  /** In lower case: a UUID is read without regard to case (RFC 9562, section 4). */
  readonly uuid: string;
  readonly owner: string | null;
  readonly org: string | null;
  readonly classification: string | null;
  /** All attribute value FQNs, as written. */
  readonly attributes: readonly string[];
  /** Who alone may open it, in addition to what the attributes ask for; empty for everyone whom they allow. */
  readonly dissem: readonly string[];
  /** Ids of the assertions that must be there: the policy is bound to the key, so none can be taken off. */
  readonly assertions: readonly string[];
}

export interface PolicyInput {
  /** A UUID (RFC 9562). */
  readonly uuid: string;
  /** The tenant's attribute namespace: a host name, or an address beginning with `https://`. */
  readonly namespace: string;
  readonly owner: string | null;
  readonly org: string | null;
  readonly classification: string | null;
  /** Who alone may open it, beside what the attributes ask for; everyone whom the attributes allow where it is empty. */
  readonly dissem?: readonly string[];
}

const NAMES = ['owner', 'org', 'classification'] as const;
type AttributeName = (typeof NAMES)[number];

/** The FQN of a value: `https://<namespace>/attr/<name>/value/<id>`, the id percent-encoded. */
export const attributeFqn = (namespace: string, name: AttributeName, id: string): string =>
  `${baseOf(namespace)}/attr/${name}/value/${encodeURIComponent(id)}`;

function baseOf(namespace: string): string {
  const base = namespace.includes('://') ? namespace : `https://${namespace}`;
  return base.replace(/\/+$/, '');
}

/** The policy text of a manifest: base64 of the policy's JSON. */
export function encodePolicy(input: PolicyInput, assertions: readonly string[]): string {
  const dataAttributes = NAMES.flatMap((name) => {
    const id = input[name];
    return id === null ? [] : [{ attribute: attributeFqn(input.namespace, name, id) }];
  });
  const policy = {
    uuid: input.uuid,
    body: { dataAttributes, dissem: input.dissem ?? [] },
    requiredAssertions: assertions,
  };
  return toBase64(utf8(JSON.stringify(policy)));
}

/**
 * Reads a manifest's policy text. With a namespace only attribute values of that namespace count as ours; the service
 * gives its tenant's, so that another authority's `owner` says nothing here.
 * @throws TdfError `tdf.manifest_invalid`.
 */
export function parsePolicy(text: string, namespace?: string): Policy {
  let json: unknown;
  try {
    json = JSON.parse(textOf(fromBase64(text)));
  } catch (cause) {
    throw new TdfError('tdf.manifest_invalid', 'the policy is no base64 of JSON', { cause });
  }
  const { uuid, body, requiredAssertions } = (json ?? {}) as Record<string, unknown>;
  if (typeof uuid !== 'string' || uuid === '') {
    throw new TdfError('tdf.manifest_invalid', 'the policy has no uuid');
  }
  const { dataAttributes, dissem } = (body ?? {}) as Record<string, unknown>;
  const attributes = listOf(dataAttributes).flatMap((entry) =>
    textsOf([(entry as { attribute?: unknown } | null)?.attribute]),
  );
  return {
    uuid: uuid.toLowerCase(),
    owner: valueOf(attributes, 'owner', namespace),
    org: valueOf(attributes, 'org', namespace),
    classification: valueOf(attributes, 'classification', namespace),
    attributes,
    dissem: textsOf(dissem),
    assertions: textsOf(requiredAssertions),
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((entry): entry is string => typeof entry === 'string');

const FQN = /^(https?:\/\/[^?#]+)\/attr\/([^/?#]+)\/value\/([^/?#]+)$/i;

function valueOf(attributes: readonly string[], name: AttributeName, namespace?: string): string | null {
  const wanted = namespace === undefined ? undefined : baseOf(namespace).toLowerCase();
  for (const attribute of attributes) {
    const [, base, found, value] = FQN.exec(attribute) ?? [];
    if (found?.toLowerCase() !== name) continue;
    if (wanted === undefined || base?.toLowerCase() === wanted) return decoded(value ?? '');
  }
  return null;
}

// Another writer may leave a lone percent sign; its text is then the id.
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
