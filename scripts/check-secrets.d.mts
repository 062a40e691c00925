/** What looks like a secret in a text, and where it begins. */
export function secretsIn(text: string): { kind: string; at: number }[];
