import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import * as v from 'valibot'
import { providerSchema } from '#contract/provider-endpoints.ts'
import { type Maintenance, maintenanceAt } from '#domain/app/maintenance.ts'
import { loadScreenMessages } from '#i18n/language.ts'
import { PortsContext } from '#ui/ports.ts'
import { pagePorts } from './page-ports.ts'

const KEY = 'maintenance'
const TIMEOUT_MS = 20_000

/**
 * Shows planned maintenance above every page, if there is any: first as this phone read it last, since the server may
 * be off already, then as the server says now. Never rejects.
 */
export async function showMaintenance(): Promise<void> {
  const show = createBanner()
  await show(readKept())
  const now = await readNow()
  if (now === undefined) return
  keep(now)
  await show(now)
}

/** Asks without the client of the API: its list of such calls is far larger than this question. */
async function readNow(): Promise<Maintenance | null | undefined> {
  try {
    const answer = await fetch('/api/v2/provider', {
      cache: 'no-store',
      credentials: 'omit',
      // The login page of a Wi-Fi is no answer.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return v.parse(providerSchema, await answer.json()).maintenance
  } catch {
    return undefined
  }
}

function readKept(): Maintenance | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return v.parse(providerSchema.entries.maintenance, kept)
  } catch {
    return null
  }
}

function keep(planned: Maintenance | null): void {
  try {
    if (planned) localStorage.setItem(KEY, JSON.stringify(planned))
    else localStorage.removeItem(KEY)
  } catch {
    return
  }
}

/** Renders into a place of its own above the app; nothing is loaded or rendered while none is announced. */
function createBanner(): (planned: Maintenance | null) => Promise<void> {
  let root: ReturnType<typeof createRoot> | undefined
  return async (planned) => {
    if (!planned || maintenanceAt(planned, pagePorts.clock.now()) === 'none') {
      root?.unmount()
      root = undefined
      return
    }
    const [{ MaintenanceBanner }] = await Promise.all([
      import('#features/maintenance/maintenance-banner.tsx'),
      loadScreenMessages(),
    ])
    if (!root) {
      const place = document.createElement('div')
      document.querySelector('#root')?.before(place)
      root = createRoot(place)
    }
    root.render(
      <I18nProvider i18n={i18n}>
        <PortsContext value={pagePorts}>
          <MaintenanceBanner planned={planned} />
        </PortsContext>
      </I18nProvider>,
    )
  }
}
