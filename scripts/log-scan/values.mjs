// Selects the values of requests, responses and database rows that logs must not contain, by the names of their fields.

/** Kinds of sensitive values, with patterns for the names of fields and database columns. */
const kinds = {
  password: /^(?:old|new|initial)?_?password$/i,
  passphrase: /^passphrase$/i,
  token: /^(?:\w+_?)?token$|^dpop$|^authorization$|^credential$/i,
  code: /^(?:v?code|verification_?code)$/i,
  phone: /^mobile_?no$|^phone$/i,
  email: /^e?_?mail$|^to$|^address$/i,
  username: /^user_?name$/i,
  name: /^(?:t|display|file|fileWhole|flow|document|device|type)?_?name$/i,
  text: /^(?:title|subject|body|text|content|description|remark|note|notes|preview|summary|keyword)$/i,
  key: /^(?:private|secret|wrapped|payload)_?key$|^d$|^auth$|^p256dh$/i,
};

/** Fields with ids. Logs may contain ids, so check-logs.mjs ignores a value that is also an id. */
const idField = /(?:^|_)(?:id|ids|aid|fid|fids|tid|sid|jti|uri|sub)$|(?:ID|IDs)$/;

/** An error response contains an error code in the field `code`. Such a code is not sensitive. */
const errorCode = /^[a-z]+(?:\.[a-z_]+)+$/;

const matchKind = (field) => {
  if (idField.test(field)) return 'id';
  return Object.entries(kinds).find(([, names]) => names.test(field))?.[0] ?? null;
};

/** Kinds of the fields that were seen. Bodies have few names of fields, but many fields. */
const kindsByField = new Map();

/**
 * The kind of the values of a field.
 * @param {string} field - the name of the field or column.
 * @returns {string | null} null if its values are neither sensitive nor ids.
 */
export function kindOf(field) {
  let kind = kindsByField.get(field);
  if (kind === undefined) {
    kind = matchKind(field);
    // A hostile body can have any number of names.
    if (kindsByField.size < 10_000) kindsByField.set(field, kind);
  }
  return kind;
}

/**
 * Selects the sensitive values and ids of a JSON value. A loop replaces recursion, because hostile bodies are nested deeper than the
 * call stack.
 *
 * @param {unknown} root - a parsed JSON value.
 * @returns {[kind: string, value: string][]}
 */
export function valuesIn(root, rootField = '') {
  const found = [];
  const pending = [[rootField, root]];
  while (pending.length > 0) {
    const [field, value] = pending.pop();
    if (typeof value === 'string' || typeof value === 'number')
      found.push(...valuesOfFields(field, [String(value)]));
    else if (Array.isArray(value)) for (const one of value) pending.push([field, one]);
    // The OpenAPI description contains field names but no personal data.
    else if (typeof value === 'object' && value !== null && !('openapi' in value && 'paths' in value))
      pending.push(...Object.entries(value));
  }
  return found;
}

/**
 * Selects the sensitive values and ids of one field.
 * @param {string} field - the name of the field or column.
 * @param {readonly string[]} values
 * @returns {[kind: string, value: string][]}
 */
export function valuesOfFields(field, values) {
  const kind = kindOf(field);
  if (kind === null) return [];
  return values
    .filter(
      (value) => value.length > 1 && value.length <= 4096 && !(kind === 'code' && errorCode.test(value)),
    )
    .map((value) => [kind, value]);
}
