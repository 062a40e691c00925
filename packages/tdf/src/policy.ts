import { fromBase64, toBase64 } from './base64.ts';
import { textOf, utf8 } from './bytes.ts';
import { TdfError } from './error.ts';

/** The parts of a policy that this package uses (schema/OpenTDF/policy.md). Missing values are null. */
export interface Policy {
  /** In lower case, because UUIDs are case-insensitive (RFC 9562, section 4). */
  readonly uuid: string;
  readonly owner: string | null;
  readonly org: string | null;
  readonly classification: string | null;
  /** FQNs of all attribute values, unchanged. */
  readonly attributes: readonly string[];
  /**
   * The only people who may open it, in addition to the attribute rules; empty for everyone whom the attributes allow.
   */
  readonly dissem: readonly string[];
  /** Ids of required assertions. The policy is bound to the key, so a required assertion cannot be removed. */
  readonly assertions: readonly string[];
}

export interface PolicyInput {
  /** A UUID (RFC 9562). */
  readonly uuid: string;
  /** The attribute namespace of the tenant: a host name, or a URL beginning with `https://`. */
  readonly namespace: string;
  readonly owner: string | null;
  readonly org: string | null;
  readonly classification: string | null;
  /**
   * The only people who may open it, in addition to the attribute rules; empty for everyone whom the attributes allow.
   */
  readonly dissem?: readonly string[];
}

const ATTRIBUTE_NAMES = ['owner', 'org', 'classification'] as const;
type AttributeName = (typeof ATTRIBUTE_NAMES)[number];

/** The FQN of an attribute value: `https://<namespace>/attr/<name>/value/<id>`, with the id percent-encoded. */
export const attributeFqn = (namespace: string, name: AttributeName, id: string): string =>
  `${namespaceUrl(namespace)}/attr/${name}/value/${encodeURIComponent(id)}`;

function namespaceUrl(namespace: string): string {
  const base = namespace.includes('://') ? namespace : `https://${namespace}`;
  return base.replace(/\/+$/, '');
}

/** The policy text of a manifest: base64 of the JSON of the policy. */
export function encodePolicy(input: PolicyInput, assertions: readonly string[]): string {
  const dataAttributes = ATTRIBUTE_NAMES.flatMap((name) => {
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
 * Parses the policy text of a manifest. With `namespace`, only attribute values of that namespace are used: the service
 * passes its tenant's, so that the `owner` of another authority is ignored.
 * @throws TdfError `tdf.manifest_invalid`.
 */
export function parsePolicy(text: string, namespace?: string): Policy {
  let json: unknown;
  try {
    json = JSON.parse(textOf(fromBase64(text)));
  } catch (cause) {
    throw new TdfError('tdf.manifest_invalid', 'the policy is not base64 of JSON', { cause });
  }
  const { uuid, body, requiredAssertions } = (json ?? {}) as Record<string, unknown>;
  if (typeof uuid !== 'string' || uuid === '') {
    throw new TdfError('tdf.manifest_invalid', 'the policy has no uuid');
  }
  const { dataAttributes, dissem } = (body ?? {}) as Record<string, unknown>;
  const attributes = asList(dataAttributes).flatMap((entry) =>
    asTexts([(entry as { attribute?: unknown } | null)?.attribute]),
  );
  return {
    uuid: uuid.toLowerCase(),
    owner: valueOf(attributes, 'owner', namespace),
    org: valueOf(attributes, 'org', namespace),
    classification: valueOf(attributes, 'classification', namespace),
    attributes,
    dissem: asTexts(dissem),
    assertions: asTexts(requiredAssertions),
  };
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const asTexts = (value: unknown): readonly string[] =>
  asList(value).filter((entry): entry is string => typeof entry === 'string');

const FQN_PATTERN = /^(https?:\/\/[^?#]+)\/attr\/([^/?#]+)\/value\/([^/?#]+)$/i;

function valueOf(attributes: readonly string[], name: AttributeName, namespace?: string): string | null {
  const expectedBase = namespace === undefined ? undefined : namespaceUrl(namespace).toLowerCase();
  for (const attribute of attributes) {
    const [, base, found, value] = FQN_PATTERN.exec(attribute) ?? [];
    if (found?.toLowerCase() !== name) continue;
    if (expectedBase === undefined || base?.toLowerCase() === expectedBase) return decodeID(value ?? '');
  }
  return null;
}

// Another writer may leave an unescaped percent sign: then the text itself is the id.
function decodeID(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
