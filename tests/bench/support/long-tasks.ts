import type { Locator, Page } from 'playwright'

declare global {
  interface Window {
    /** Tasks of more than 50 ms on the main thread since the watch began, in milliseconds. */
    benchLongTasks?: number[]
  }
}

/** Begins to note the tasks of more than 50 ms on the page's main thread. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.benchLongTasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.benchLongTasks?.push(duration)
    }).observe({ type: 'longtask' })
  })
}

/** The noted tasks in milliseconds, each given once. */
export async function longTasksSince(page: Page): Promise<number[]> {
  return await page.evaluate(() => window.benchLongTasks?.splice(0) ?? [])
}

/** Touches a button and forgets the tasks before: Playwright's search for the button is longer than any task of the app. */
export async function touchWatched(page: Page, button: Locator): Promise<void> {
  const box = await button.boundingBox()
  if (!box) throw new Error('there is no such button')
  await longTasksSince(page)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}
