import type { BrowserContext, Disposable } from '@playwright/test'
import type { Line } from '../../support/line.ts'

/** Runs in a page or a worker that takes itself for connected. */
function believeOffline(): void {
  if (navigator.onLine) Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
}

/** Runs in a page or a worker: it asks the browser again, and hears of the connection if the browser says nothing. */
function believeBrowser(): void {
  if (!Reflect.getOwnPropertyDescriptor(navigator, 'onLine')) return
  Reflect.deleteProperty(navigator, 'onLine')
  dispatchEvent(new Event('online'))
}

/** A page or a worker. */
type Listener = { evaluate(work: () => void): Promise<unknown> }

/** Has pages and workers believe it; one that ends meanwhile needs to know nothing. */
async function tell(listeners: readonly Listener[], work: () => void): Promise<void> {
  await Promise.all(listeners.map(async (listener) => await listener.evaluate(work).catch(() => undefined)))
}

/**
 * Makes `context.setOffline` cut the phone's line too, and has everything behind it know. By itself it does not reach
 * the service worker in some versions of Chromium (143 and 150), nor, in 150, a page that is loaded later.
 */
export function cutWhenOffline(context: BrowserContext, line: Line): void {
  const setOffline = context.setOffline.bind(context)
  let atEachStart: Disposable | undefined
  context.on('serviceworker', (worker) => {
    if (atEachStart) void tell([worker], believeOffline)
  })
  context.setOffline = async (offline) => {
    if (offline) {
      atEachStart ??= await context.addInitScript(believeOffline)
      await tell(context.serviceWorkers(), believeOffline)
      await setOffline(true)
      line.cut()
      return
    }
    await atEachStart?.dispose()
    atEachStart = undefined
    // The line is whole before anything hears that it is.
    line.heal()
    await setOffline(false)
    await tell([...context.serviceWorkers(), ...context.pages()], believeBrowser)
  }
}
