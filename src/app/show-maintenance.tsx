import * as v from 'valibot'
import { NONCE_PARAMETER } from '#contract/answer-proof.ts'
import { providerSchema } from '#contract/provider-endpoints.ts'
import { type Maintenance, maintenanceAt } from '#domain/app/maintenance.ts'
import { loadScreenMessages } from '#i18n/language.ts'
import { pagePorts } from './page-ports.ts'
import { readMaintenance } from './read-maintenance.ts'
import { createBannerPlace } from './render-banner.tsx'

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
    const nonce = pagePorts.newId()
    const answer = await fetch(`/api/v2/provider?${NONCE_PARAMETER}=${nonce}`, {
      cache: 'no-store',
      credentials: 'omit',
      // The login page of a Wi-Fi is no answer.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return readMaintenance(await answer.json(), nonce)
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

/** Nothing is loaded or rendered while no maintenance is announced. */
function createBanner(): (planned: Maintenance | null) => Promise<void> {
  const render = createBannerPlace()
  return async (planned) => {
    if (!planned || maintenanceAt(planned, pagePorts.clock.now()) === 'none') {
      render(null)
      return
    }
    const [{ MaintenanceBanner }] = await Promise.all([
      import('#features/maintenance/maintenance-banner.tsx'),
      loadScreenMessages(),
    ])
    render(<MaintenanceBanner planned={planned} />)
  }
}
