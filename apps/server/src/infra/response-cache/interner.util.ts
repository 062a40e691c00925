/**
 * Creates a function that returns one shared value for equal values, so that many entries of a cache do not each hold a copy.
 * @param keyOf - returns the same text for equal values only.
 * @param maxDistinct - beyond it all values are forgotten; entries keep those that they have.
 */
export function createInterner<Value>(
  keyOf: (value: Value) => string,
  maxDistinct: number,
): (value: Value) => Value {
  const interned = new Map<string, Value>();
  return (value) => {
    const key = keyOf(value);
    const existing = interned.get(key);
    if (existing !== undefined) return existing;
    if (interned.size >= maxDistinct) interned.clear();
    interned.set(key, value);
    return value;
  };
}
