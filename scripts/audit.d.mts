export function auditReport(json: string): { code: 0 | 1 | 2; lines: string[] };
