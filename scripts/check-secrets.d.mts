/** The kind of each likely secret in a text, and the index of its first character. */
export function secretsIn(text: string): { kind: string; index: number }[];
