// Loaded before the service. The parent process shifts the clock at any time.
const RealDate = Date;
let shiftMs = 0;

class ShiftedDate extends RealDate {
  constructor(...given: [] | [value: number | string | Date] | [year: number, month: number]) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...(given as [number]));
  }
  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
process.on('message', (message: unknown) => {
  if (typeof message === 'object' && message !== null && 'shiftMs' in message)
    shiftMs = Number(message.shiftMs);
});
// A child process ends with the run that started it.
process.on('disconnect', () => process.exit(1));
// The channel does not keep the process alive.
process.channel?.unref();
