import { attributeFqn, type Policy, parsePolicy } from '@sealflow/tdf';

export interface PolicyFacts {
  readonly documentID: string;
  readonly owner: string | null;
  readonly classificationID: string | null;
  /** Who alone may open it, in addition to what the attributes ask for; empty for everyone whom they allow. */
  readonly dissem: readonly string[];
  /** Every attribute is one of this tenant's own, each at most once. */
  readonly ownNamespace: boolean;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a policy text says in a tenant's namespace; undefined where it is no policy of a document. */
export function policyFacts(text: string, namespace: string): PolicyFacts | undefined {
  const policy = readable(text);
  if (!policy || !uuid.test(policy.uuid)) return undefined;
  return {
    documentID: policy.uuid,
    owner: policy.owner,
    classificationID: policy.classification,
    dissem: policy.dissem,
    ownNamespace: isOwn(policy, namespace),
  };
}

function readable(text: string): Policy | undefined {
  try {
    return parsePolicy(text);
  } catch {
    return undefined;
  }
}

// What is not understood is not open: another attribute may be one that would have to keep people out.
function isOwn({ attributes, owner, org, classification }: Policy, namespace: string): boolean {
  const own = new Set<string>();
  if (owner !== null) own.add(attributeFqn(namespace, 'owner', owner).toLowerCase());
  if (org !== null) own.add(attributeFqn(namespace, 'org', org).toLowerCase());
  if (classification !== null)
    own.add(attributeFqn(namespace, 'classification', classification).toLowerCase());
  return attributes.length === own.size && attributes.every((attribute) => own.has(attribute.toLowerCase()));
}
