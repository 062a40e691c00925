export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}
export function assertInvariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message);
}
