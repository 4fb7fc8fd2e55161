import * as v from 'valibot'
import { NONCE_PARAMETER } from '#contract/answer-proof.ts'
import { providerSchema } from '#contract/provider-endpoints.ts'
import type { Maintenance } from '#domain/app/maintenance.ts'
import { loadScreenMessages } from '#i18n/language.ts'
import { askHourly } from './ask-hourly.ts'
import { pagePorts } from './page-ports.ts'
import { readMaintenance } from './read-maintenance.ts'
import type { BannerPlace } from './render-banner.tsx'

const KEY = 'maintenance'
const TIMEOUT_MS = 20_000

/**
 * Shows planned maintenance above every page, if there is any: first as this phone read it last, since the server may
 * be off already, then as the server says now and while the app stays open. Returns what ends it. Never rejects.
 */
export async function showMaintenance(render: BannerPlace): Promise<() => void> {
  await show(readKept(), render).catch(() => undefined)
  return askHourly(async () => {
    const now = await readNow()
    keep(now)
    await show(now, render)
  }, pagePorts.clock)
}

/** Asks without the client of the API: its list of such calls is far larger than this question. Rejects without an answer. */
async function readNow(): Promise<Maintenance | null> {
  const nonce = pagePorts.newId()
  const answer = await fetch(`/api/v2/provider?${NONCE_PARAMETER}=${nonce}`, {
    cache: 'no-store',
    credentials: 'omit',
    // The login page of a Wi-Fi is no answer.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return readMaintenance(await answer.json(), nonce)
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

/** Nothing is loaded or rendered while no maintenance is planned, or after it. When it is announced is the banner's matter. */
async function show(planned: Maintenance | null, render: BannerPlace): Promise<void> {
  if (!planned || Date.parse(planned.end) <= pagePorts.clock.now()) {
    render(null)
    return
  }
  const [{ MaintenanceBanner }] = await Promise.all([
    import('#features/maintenance/maintenance-banner.tsx'),
    loadScreenMessages(),
  ])
  render(<MaintenanceBanner planned={planned} />)
}
