import { createUsageStatistics } from './create-usage.ts'

/** Usage statistics of this page, by Firebase Analytics. */
export const usageStatistics = createUsageStatistics(
  async (setup) => (await import('./firebase-transport.ts')).firebaseTransport(setup),
  () => document.documentElement.lang,
)
