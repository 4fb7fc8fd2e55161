import type { BrowserContext, CDPSession, Page } from 'playwright'
import type { ThrottledProxy } from '../../support/throttled-proxy.ts'
import { bundleScript } from './bundle-script.ts'
import type { Front } from './recording-proxy.ts'
import { injectProgram, signInAndInstall } from './sign-in.ts'

/** A signed-in phone with the app open, that sells while the connection is cut and drains when it is back. */
export type SellingPhone = {
  readonly page: Page
  readonly devtools: CDPSession
  /** Queues sales while nothing gets through. */
  queue(count: number): Promise<void>
  /**
   * Restores the connection and notifies the page, as a phone does. Returns the time until nothing waits any
   * more.
   */
  drain(limitMs: number): Promise<number>
}

/** Signs in with the connection open and leaves it open. */
export async function openSellingPhone(
  context: BrowserContext,
  proxy: ThrottledProxy,
): Promise<SellingPhone> {
  const page = await context.newPage()
  await signInAndInstall(page)
  // A screen that shows nothing of what is sold: the drain is measured, not the list.
  await page.goto('/products')
  await page.locator('main#content li').first().waitFor({ timeout: 30_000 })
  await injectProgram(page, await bundleScript('phone-work.ts'))
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  return {
    page,
    devtools,
    queue: async (count) => {
      proxy.set('cut')
      // As on a phone without a network: nothing is tried in vain meanwhile, which would hold up the first attempt after.
      await context.setOffline(true)
      await page.evaluate((sales) => window.benchPhone.sell(sales), count)
    },
    drain: async (limitMs) => {
      proxy.set('open')
      const back = page.evaluate(async (limit) => {
        const begun = await new Promise<number>((resolve) => {
          window.addEventListener('online', () => resolve(performance.now()), { once: true })
        })
        return (await window.benchPhone.untilEmpty(limit)) - begun
      }, limitMs)
      await context.setOffline(false)
      return await back
    },
  }
}

/** Pushes that the front saw, all of them accepted; throws when one was not. */
export function pushesOf(front: Front) {
  const pushes = front.calls.filter(({ path }) => path.endsWith('/sync/push'))
  const failed = pushes.filter(({ status }) => status !== 200 && status !== 0)
  if (failed.length > 0) throw new Error(`${failed.length} pushes were answered ${failed[0]?.status}`)
  return pushes
}
