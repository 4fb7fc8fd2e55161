import { i18n } from '@lingui/core'
import type { makeRouter } from '#routes/-make-router.ts'
import type { Account } from '#session/account.ts'
import { followTitle } from './page-title.ts'
import { showBanners } from './show-banners.tsx'

/** What may come once the first screen is shown. `account` is as for `keepPaintedScreens`. */
export function afterStart(
  router: ReturnType<typeof makeRouter>,
  account: () => Promise<Account | undefined>,
): void {
  const root = document.querySelector('#root')
  if (root) followTitle(root)
  showBanners().catch(() => undefined)
  // Every plural needs the number format of its language; making it takes a slow phone as long as a screen does.
  window.requestIdleCallback?.(() => i18n.number(0))
  if (!('serviceWorker' in navigator)) return
  import('./painted-screens.ts')
    .then(({ keepPaintedScreens }) => keepPaintedScreens(router, account))
    .catch(() => undefined)
}
