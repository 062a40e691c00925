import { attributeFqn, type Policy, parsePolicy } from '@sealflow/tdf';

export interface PolicyFacts {
  readonly documentID: string;
  readonly owner: string | null;
  readonly classificationID: string | null;
  /** The dissemination list: the only people who may open it, subject to the attributes. Empty for no restriction. */
  readonly dissem: readonly string[];
  /** Whether every attribute is in this tenant's namespace and occurs at most once. */
  readonly isOwnNamespace: boolean;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parses a policy text in a tenant's namespace; undefined if it is not the policy of a document. */
export function parsePolicyFacts(text: string, namespace: string): PolicyFacts | undefined {
  const policy = tryParsePolicy(text);
  if (!policy || !uuidPattern.test(policy.uuid)) return undefined;
  return {
    documentID: policy.uuid,
    owner: policy.owner,
    classificationID: policy.classification,
    dissem: policy.dissem,
    isOwnNamespace: hasOnlyOwnAttributes(policy, namespace),
  };
}

function tryParsePolicy(text: string): Policy | undefined {
  try {
    return parsePolicy(text);
  } catch {
    return undefined;
  }
}

// Unknown attributes deny access: an unknown attribute may be a restriction.
function hasOnlyOwnAttributes(
  { attributes, owner, org, classification }: Policy,
  namespace: string,
): boolean {
  const own = new Set<string>();
  if (owner !== null) own.add(attributeFqn(namespace, 'owner', owner).toLowerCase());
  if (org !== null) own.add(attributeFqn(namespace, 'org', org).toLowerCase());
  if (classification !== null)
    own.add(attributeFqn(namespace, 'classification', classification).toLowerCase());
  return attributes.length === own.size && attributes.every((attribute) => own.has(attribute.toLowerCase()));
}
