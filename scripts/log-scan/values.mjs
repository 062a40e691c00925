// Which values no log may hold, by the names of the fields that they come in.

/** Field of a call or column of a table → kind. */
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

/** What a log may hold to say what it is about; a value that is also an id is no secret. */
const isID = /(?:^|_)(?:id|ids|aid|fid|fids|tid|sid|jti|uri|sub)$|(?:ID|IDs)$/;

/** Answers carry codes of errors in a field of that name. */
const isErrorCode = /^[a-z]+(?:\.[a-z_]+)+$/;

const kindOf = (field) => {
  if (isID.test(field)) return 'id';
  return Object.entries(kinds).find(([, names]) => names.test(field))?.[0] ?? null;
};

/**
 * The values of a request or an answer. Without recursion, because hostile bodies are nested deeper than the call stack.
 *
 * @param {unknown} root - as JSON has it.
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
    // The description of the calls is nobody's.
    else if (typeof value === 'object' && value !== null && !('openapi' in value && 'paths' in value))
      pending.push(...Object.entries(value));
  }
  return found;
}

/**
 * @param {string} field - its name says what the values are.
 * @param {readonly string[]} found
 * @returns {[kind: string, value: string][]}
 */
export function valuesOfFields(field, found) {
  const kind = kindOf(field);
  if (kind === null) return [];
  return found
    .filter(
      (value) => value.length > 1 && value.length <= 4096 && !(kind === 'code' && isErrorCode.test(value)),
    )
    .map((value) => [kind, value]);
}
