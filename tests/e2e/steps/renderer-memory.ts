import { readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'

/** The processes that hold this browser's pages and workers. */
async function renderersOf(context: BrowserContext): Promise<number[]> {
  const browser = context.browser()
  if (!browser) throw new Error('this context has no browser of its own')
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  await devtools.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** The most memory that any of these processes has held in the machine's main memory so far, in megabytes. */
export async function peakMemory(context: BrowserContext): Promise<number> {
  const peaks = (await renderersOf(context)).map((pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? []
    if (kilobytes === undefined) throw new Error(`process ${pid} does not say what it holds`)
    return Number(kilobytes) / 1024
  })
  return Math.max(...peaks)
}
