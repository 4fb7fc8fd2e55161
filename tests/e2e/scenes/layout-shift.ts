/**
 * Runs in the page before its scripts: adds up how far things moved by themselves (Cumulative Layout Shift). What moves
 * soon after a touch was asked for; a machine that runs three browsers needs longer for it than the half second that
 * browsers allow for that.
 */
export function countShifts(): void {
  const answerMs = 1500
  let touchedAt = Number.NEGATIVE_INFINITY
  for (const touch of ['pointerdown', 'click', 'keydown', 'input', 'resize']) {
    addEventListener(touch, () => (touchedAt = performance.now()), { capture: true, passive: true })
  }
  const seen = { sum: 0, moved: [] as string[] }
  Reflect.set(window, 'layoutShifts', seen)
  const boxOf = (box: unknown) =>
    ['x', 'y', 'width', 'height'].map((name) => Math.round(Number(Reflect.get(Object(box), name))))
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // The type library of the DOM does not know this kind of entry.
      const value: unknown = Reflect.get(entry, 'value')
      if (Reflect.get(entry, 'hadRecentInput') === true || typeof value !== 'number') continue
      if (entry.startTime - touchedAt < answerMs) continue
      seen.sum += value
      const sources: unknown = Reflect.get(entry, 'sources')
      for (const source of Array.isArray(sources) ? sources : []) {
        const shifted: unknown = Reflect.get(Object(source), 'node')
        const node = shifted instanceof Text ? shifted.parentElement : shifted
        const [from, to] = ['previousRect', 'currentRect'].map((name) => {
          const { x, y, width, height } = new DOMRect(...boxOf(Reflect.get(Object(source), name)))
          return `${x},${y} ${width}×${height}`
        })
        // What was removed since has no node any more, nor has what is in the closed tree of the painted screen.
        const cover = document.querySelector<HTMLElement>('#first-paint')
        const covered = cover ? ('painted' in cover.dataset ? 'painted' : 'first paint') : 'live'
        const name =
          node instanceof Element
            ? `<${node.tagName.toLowerCase()} ${node.className}>`
            : `<removed, ${covered}, ${document.readyState}>`
        seen.moved.push(`${name} ${from} → ${to} after ${Math.round(entry.startTime)} ms`)
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page. The shifts since the last time, and what moved. */
export function takeShifts(): { sum: number; moved: string } {
  const seen: unknown = Reflect.get(window, 'layoutShifts')
  if (typeof seen !== 'object' || seen === null) return { sum: 0, moved: '' }
  const sum = Number(Reflect.get(seen, 'sum'))
  const moved: unknown = Reflect.get(seen, 'moved')
  Reflect.set(seen, 'sum', 0)
  Reflect.set(seen, 'moved', [])
  return { sum, moved: Array.isArray(moved) ? [...new Set(moved)].slice(0, 4).join(' ') : '' }
}
