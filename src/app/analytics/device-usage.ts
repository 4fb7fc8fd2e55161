import { createUsage } from './create-usage.ts'

/** Usage statistics of this page, by Firebase Analytics. */
export const usage = createUsage(
  async (setup) => (await import('./firebase-transport.ts')).firebaseTransport(setup),
  () => document.documentElement.lang,
)
