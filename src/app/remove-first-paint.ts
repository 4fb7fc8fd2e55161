/** The live screen is shown by then, whatever is still fetched. */
const LONGEST_MS = 5_000

/** Whether the browser shows what the worker painted: older ones do not read a shadow tree from a page. */
function isPainted(place: HTMLElement): boolean {
  return 'painted' in place.dataset && 'shadowRootMode' in HTMLTemplateElement.prototype
}

function isLive(): boolean {
  return document.querySelector('#root main') !== null && !document.querySelector('#root [aria-busy="true"]')
}

/**
 * Removes what the page showed before the app. The painted screen covers the app until its own screen has its rows, so
 * that nothing jumps; where `covers` says that another screen is shown than the painted one, it goes at once.
 */
export function removeFirstPaint(covers: boolean): void {
  const place = document.querySelector<HTMLElement>('#first-paint')
  const root = document.querySelector('#root')
  if (!place || !root) return
  if (!covers || !isPainted(place) || isLive()) {
    place.remove()
    return
  }
  if ('leaving' in place.dataset) return
  place.dataset['leaving'] = ''
  const leave = () => {
    watcher.disconnect()
    clearTimeout(timer)
    place.remove()
  }
  const watcher = new MutationObserver(() => {
    if (isLive()) leave()
  })
  const timer = setTimeout(leave, LONGEST_MS)
  watcher.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] })
}
