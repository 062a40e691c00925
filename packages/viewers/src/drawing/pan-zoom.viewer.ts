type Place = { readonly x: number; readonly y: number };

export type PanZoomHandlers = {
  /** Moves by CSS pixels. */
  readonly onPan: (x: number, y: number) => void;
  /** Zooms by a factor around a place in the element. */
  readonly onZoom: (factor: number, place: Place) => void;
};

const keyStep = 60;
const wheelStep = 1.0015;
const keyFactor = 1.25;

const moves: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: keyStep, y: 0 },
  ArrowRight: { x: -keyStep, y: 0 },
  ArrowUp: { x: 0, y: keyStep },
  ArrowDown: { x: 0, y: -keyStep },
};

/** Moves and zooms by pointer, two fingers, wheel and keys. */
export function addPanZoom(element: HTMLElement, { onPan, onZoom }: PanZoomHandlers): void {
  const pointers = new Map<number, Place>();
  const placeOf = (event: MouseEvent): Place => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const distance = () => {
    const [one, other] = [...pointers.values()];
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };
  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, placeOf(event));
  });
  element.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const place = placeOf(event);
    const apart = distance();
    pointers.set(event.pointerId, place);
    if (pointers.size === 1) onPan(place.x - before.x, place.y - before.y);
    else if (apart > 0) onZoom(distance() / apart, place);
  });
  const release = (event: PointerEvent) => void pointers.delete(event.pointerId);
  element.addEventListener('pointerup', release);
  element.addEventListener('pointercancel', release);
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      onZoom(wheelStep ** -event.deltaY, placeOf(event));
    },
    { passive: false },
  );
  element.addEventListener('keydown', (event) => {
    const center = { x: element.clientWidth / 2, y: element.clientHeight / 2 };
    const move = moves[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (move) onPan(move.x, move.y);
    else if (event.key === '+' || event.key === '=') onZoom(keyFactor, center);
    else if (event.key === '-') onZoom(1 / keyFactor, center);
    else return;
    event.preventDefault();
  });
}
