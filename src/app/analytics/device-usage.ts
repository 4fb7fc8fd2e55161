import { createUsageStatistics } from './create-usage.ts'

/** Usage statistics of this page, by Firebase Analytics. */
export const usageStatistics = createUsageStatistics(
  async (setup) => {
    // Browsers remember for the life of a page that a script could not be loaded.
    if (!navigator.onLine) throw new Error('no connection to load the transport')
    return (await import('./firebase-transport.ts')).firebaseTransport(setup)
  },
  () => document.documentElement.lang,
)
