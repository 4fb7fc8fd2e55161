import { readNotificationData } from './show-notifications.ts'
import { scope } from './worker-scope.ts'

/** In a browser where a worker cannot bring its window to the front, the page is still shown. */
async function focusPage(page: WindowClient): Promise<void> {
  await page.focus().catch(() => undefined)
}

/** Opens a page of the app: in the window that shows it, else in any window of the app, else in a new one. */
async function open(path: string): Promise<void> {
  const address = new URL(path, scope.location.origin).href
  const pages = await scope.clients.matchAll({ type: 'window' })
  const existing = pages.find(({ url }) => url === address)
  if (existing) {
    await focusPage(existing)
    return
  }
  const [page] = pages
  if (page) {
    // A window that this worker does not control yet cannot be navigated.
    const navigated = await page.navigate(address).catch(() => null)
    if (navigated) {
      await focusPage(navigated)
      return
    }
  }
  await scope.clients.openWindow(address)
}

/** A tap on one of our notifications opens its subject. */
export function onNotificationClick(event: NotificationEvent): void {
  const data = readNotificationData(event.notification.data)
  event.notification.close()
  event.waitUntil(open(data?.path ?? '/dashboard'))
}
