export function valuesIn(value: unknown): [kind: string, value: string][];
export function valuesOfFields(field: string, found: readonly string[]): [kind: string, value: string][];
