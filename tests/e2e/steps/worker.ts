import type { CDPSession } from '@playwright/test'

/** Ends every service worker at once, in the middle of whatever it does, as the system does to save memory. */
export async function stopWorkers(devtools: CDPSession): Promise<void> {
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
}
