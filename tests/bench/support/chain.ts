import type { Page } from 'playwright'

/** How many requests had to follow one another: the page is the first, what it names the second. */
export type Chain = { depth(): number }

/** Follows which request of a page was made because of which other; call it before the page is opened. */
export async function followChain(page: Page): Promise<Chain> {
  const devtools = await page.context().newCDPSession(page)
  const depths = new Map<string, number>()
  devtools.on('Network.requestWillBeSent', ({ request, initiator }) => {
    if (depths.has(request.url) || request.url.startsWith('data:')) return
    const causes = [initiator.url]
    for (let stack = initiator.stack; stack !== undefined; stack = stack.parent) {
      causes.push(...stack.callFrames.map((frame) => frame.url))
    }
    const before = causes.map((url) => (url === undefined ? 0 : (depths.get(url) ?? 0)))
    depths.set(request.url, Math.max(0, ...before) + 1)
  })
  await devtools.send('Network.enable')
  return { depth: () => Math.max(0, ...depths.values()) }
}
