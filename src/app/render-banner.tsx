import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { PortsContext } from '#ui/ports.ts'
import { pagePorts } from './page-ports.ts'

/** Renders a banner, again or for the first time, or removes it with `null`. */
export type BannerPlace = (banner: ReactNode | null) => void

/** Renders into a new place of its own above the app. */
export function createBannerPlace(): BannerPlace {
  let root: ReturnType<typeof createRoot> | undefined
  return (banner) => {
    if (banner === null) {
      root?.unmount()
      root = undefined
      return
    }
    if (!root) {
      const place = document.createElement('div')
      document.querySelector('#root')?.before(place)
      root = createRoot(place)
    }
    root.render(
      <I18nProvider i18n={i18n}>
        <PortsContext value={pagePorts}>{banner}</PortsContext>
      </I18nProvider>,
    )
  }
}
