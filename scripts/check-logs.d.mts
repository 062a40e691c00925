type Recorded = readonly [kind: string, value: string];
type Finding = { kind: string; value: string };
export function searched(recorded: readonly Recorded[]): Map<string, string>;
export function finder(values: ReadonlyMap<string, string>): (text: string) => Finding[];
export function findingsIn(line: string, find: (text: string) => Finding[]): Finding[];
