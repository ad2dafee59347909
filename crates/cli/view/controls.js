// Pointer, wheel, touch and keyboard, as calls of the functions that it is given.

// One pointer orbits; with shift, the right button or two fingers it pans; wheel and pinch zoom.
export function watchPointer(element, calls) {
  const held = new Map();
  const at = (event) => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const spread = () => {
    const [p, q] = [...held.values()];
    return { middle: [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2], distance: Math.hypot(p[0] - q[0], p[1] - q[1]) };
  };
  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    held.set(event.pointerId, at(event));
    if (held.size === 1) calls.press?.(at(event));
  });
  element.addEventListener("pointermove", (event) => {
    if (!held.has(event.pointerId)) return;
    const [before, now] = [held.get(event.pointerId), at(event)];
    if (held.size === 2) {
      const from = spread();
      held.set(event.pointerId, now);
      const to = spread();
      if (to.distance > 0) calls.zoom?.(from.distance / to.distance, to.middle);
      calls.pan?.(to.middle[0] - from.middle[0], to.middle[1] - from.middle[1]);
      return;
    }
    held.set(event.pointerId, now);
    const by = [now[0] - before[0], now[1] - before[1]];
    if (event.shiftKey || event.buttons & 6) calls.pan?.(...by);
    else calls.drag?.(by[0], by[1], now);
  });
  const release = (event) => {
    held.delete(event.pointerId);
    if (held.size === 0) calls.release?.();
  };
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      calls.zoom?.(Math.exp(Math.max(-300, Math.min(300, event.deltaY)) * 0.0015), at(event));
    },
    { passive: false },
  );
}

// Keys of the page. Fields keep their own keys.
export function watchKeys(document, keys) {
  document.addEventListener("keydown", (event) => {
    const own = event.target.closest?.("input[type=text], input[type=number], select, textarea");
    if (own || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const call = keys[(event.shiftKey ? "Shift+" : "") + name] || keys[name];
    // A button that has the focus takes the space bar itself.
    if (!call || (name === " " && event.target.closest?.("button, input"))) return;
    event.preventDefault();
    call();
  });
}
