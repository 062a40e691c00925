// Loaded before the service: whoever started the process sets its clock off, at any time.
const Real = Date;
let shift = 0;

class Shifted extends Real {
  constructor(...given: [] | [value: number | string | Date] | [year: number, month: number]) {
    if (given.length === 0) super(Real.now() + shift);
    else super(...(given as [number]));
  }
  static override now(): number {
    return Real.now() + shift;
  }
}

globalThis.Date = Shifted as DateConstructor;
process.on('message', (said: unknown) => {
  if (typeof said === 'object' && said !== null && 'shiftMs' in said) shift = Number(said.shiftMs);
});
// Nobody who was started for a run outlives it.
process.on('disconnect', () => process.exit(1));
// It waits for nobody who would shift it.
process.channel?.unref();
