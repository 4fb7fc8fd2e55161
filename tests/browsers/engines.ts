import { startChromium } from './drivers/chromium.ts'
import { startFirefox } from './drivers/firefox.ts'
import type { StartedBrowser } from './drivers/tab.ts'
import { startWebkit } from './drivers/webkit.ts'

/** A browser of this machine, as `scripts/dev/find-engines.mjs` describes it. */
export type FoundEngine =
  | { readonly name: string; readonly kind: 'chromium' | 'firefox'; readonly path: string }
  | {
      readonly name: string
      readonly kind: 'webkit'
      readonly driver: string
      readonly path: string
      readonly screen?: string
    }
  | { readonly name: string; readonly absent: string }

export type Engine = { readonly name: string; start(): Promise<StartedBrowser> }

/** The browser with its driver; what is not there has none. */
export function engineOf(found: Exclude<FoundEngine, { absent: string }>): Engine {
  const { name, path } = found
  if (found.kind === 'webkit') {
    const { driver, screen } = found
    const programs = { driver, browser: path, ...(screen !== undefined && { screen }) }
    return { name, start: async () => await startWebkit(programs) }
  }
  const start = found.kind === 'firefox' ? startFirefox : startChromium
  return { name, start: async () => await start(path) }
}
