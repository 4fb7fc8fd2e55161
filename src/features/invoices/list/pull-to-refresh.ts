import classes from './invoice-list.module.css'

/** How far to pull for a refresh, and how far the indicator follows. */
const ENOUGH_PX = 72
const MOST_PX = 110

/**
 * Fetches when the page is pulled down at its top. The indicator is drawn here and not by the screen: sixty times a
 * second is too often to render a list. Ends when `stop` fires.
 */
export function followPull(screen: HTMLElement, refresh: () => Promise<unknown>, stop: AbortSignal): void {
  if (stop.aborted) return
  const sign = document.createElement('div')
  sign.className = classes['pull'] ?? ''
  sign.setAttribute('aria-hidden', 'true')
  screen.prepend(sign)
  stop.addEventListener('abort', () => sign.remove())
  let from: number | undefined
  let pulled = 0
  let busy = false
  const show = (px: number) => {
    sign.style.setProperty('--pulled', `${px}px`)
    sign.dataset['enough'] = String(px >= ENOUGH_PX)
  }
  const listen = <K extends keyof HTMLElementEventMap>(
    kind: K,
    run: (event: HTMLElementEventMap[K]) => void,
  ) => screen.addEventListener(kind, run, { passive: true, signal: stop })
  listen('touchstart', (event) => {
    from = !busy && window.scrollY <= 0 && event.touches.length === 1 ? event.touches[0]?.clientY : undefined
    pulled = 0
  })
  listen('touchmove', (event) => {
    const now = event.touches[0]?.clientY
    if (from === undefined || now === undefined) return
    pulled = window.scrollY > 0 ? 0 : Math.max(0, Math.min(MOST_PX, (now - from) / 2))
    show(pulled)
  })
  const end = () => {
    if (from === undefined) return
    from = undefined
    if (pulled < ENOUGH_PX) {
      show(0)
      return
    }
    busy = true
    sign.dataset['busy'] = 'true'
    void refresh().finally(() => {
      busy = false
      sign.dataset['busy'] = 'false'
      show(0)
    })
  }
  listen('touchend', end)
  listen('touchcancel', end)
}
