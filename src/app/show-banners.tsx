import { inAppBrowserOf } from '#domain/devices/in-app-browser.ts'
import { loadScreenMessages } from '#i18n/language.ts'
import { createBannerPlace } from './render-banner.tsx'
import { showMaintenance } from './show-maintenance.tsx'

/** Shows what must be read above every page: planned maintenance, and that the browser is inside another app. */
export async function showBanners(): Promise<void> {
  await Promise.all([showMaintenance(createBannerPlace()), showInAppBrowser()])
}

async function showInAppBrowser(): Promise<void> {
  const system = inAppBrowserOf(navigator.userAgent)
  if (system === null) return
  const [{ InAppNotice }] = await Promise.all([
    import('#features/in-app-browser/in-app-notice.tsx'),
    loadScreenMessages(),
  ])
  createBannerPlace()(<InAppNotice system={system} address={window.location} />)
}
