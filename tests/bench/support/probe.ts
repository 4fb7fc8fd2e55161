import type { Page } from 'playwright'

/** What must be on the screen for a moment to count. */
export type Sight = {
  readonly selector: string
  /** At least this many of them. */
  readonly count?: number
  /** Must not be there any more. */
  readonly gone?: string
  /** Text that the first of them must hold, as a regular expression. */
  readonly text?: string
}

declare global {
  interface Window {
    benchSeenAt?: number
    benchTapAt?: number
    benchWatch?: (sight: Sight) => void
  }
}

/**
 * Runs in the page, before the app. `benchWatch` records when an element is laid out, visible and on top at
 * its centre, and one paint has passed; `benchTapAt` is the moment of the touch or key press.
 */
function installProbe(first: Sight | null): void {
  const stands = ({ selector, count = 1, gone, text }: Sight): boolean => {
    const found = document.querySelectorAll(selector)
    if (found.length < count || (gone !== undefined && document.querySelector(gone))) return false
    const element = found[0]
    if (!element || (text !== undefined && !new RegExp(text, 'i').test(element.textContent ?? '')))
      return false
    const { left, top, width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0) return false
    const on = document.elementFromPoint(left + width / 2, top + height / 2)
    return on !== null && (element.contains(on) || on.contains(element))
  }
  window.benchWatch = (sight) => {
    delete window.benchSeenAt
    const poll = () => {
      if (!stands(sight)) {
        requestAnimationFrame(poll)
        return
      }
      // A message posted from an animation frame comes after the paint of that frame.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          window.benchSeenAt = performance.now()
        }
        port2.postMessage(null)
      })
    }
    requestAnimationFrame(poll)
  }
  for (const kind of ['pointerdown', 'keydown'] as const) {
    addEventListener(
      kind,
      (event) => {
        window.benchTapAt = event.timeStamp
      },
      { capture: true },
    )
  }
  if (first) window.benchWatch(first)
}

/** Puts the probe into every page that this one will show; `first` is watched for from the start of each. */
export async function probePage(page: Page, first: Sight | null = null): Promise<void> {
  await page.addInitScript(installProbe, first)
}

/** Milliseconds from the start of the navigation until the sight was on the screen. */
export async function seenAt(page: Page, timeout = 60_000): Promise<number> {
  await page.waitForFunction(() => window.benchSeenAt !== undefined, undefined, { timeout, polling: 50 })
  return (await page.evaluate(() => window.benchSeenAt)) ?? Number.NaN
}

/** What the page shows, for the reason of a failure: its address, open sheets, and the beginning of its text. */
async function shownText(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const sheets = [...document.querySelectorAll('dialog[open]')].map((sheet) => sheet.textContent ?? '')
    const text = [...sheets, (document.querySelector('main') ?? document.body).textContent ?? '']
    return `${location.pathname}${location.search}: ${text.join(' | ').replaceAll(/\s+/g, ' ').slice(0, 300)}`
  })
}

/** Milliseconds from the touch (or key) of `act` until `sight` is on the screen and painted. */
export async function afterTouch(page: Page, sight: Sight, act: () => Promise<void>): Promise<number> {
  try {
    return await measureTouch(page, sight, act)
  } catch (error) {
    const shown = await shownText(page).catch(String)
    throw new Error(`${JSON.stringify(sight)} was not measured; shown was ${shown}`, { cause: error })
  }
}

/** Waits until the page has drawn what it shows and rests, as it does when a person has seen what there is to touch. */
export async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
  )
}

async function measureTouch(page: Page, sight: Sight, act: () => Promise<void>): Promise<number> {
  await untilAtRest(page)
  await page.evaluate((wanted) => {
    delete window.benchTapAt
    window.benchWatch?.(wanted)
  }, sight)
  await act()
  const seen = await seenAt(page, 30_000)
  const touched = await page.evaluate(() => window.benchTapAt)
  if (touched === undefined) throw new Error(`nothing was touched before ${sight.selector} stood`)
  return seen - touched
}
