import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { activateOwnRelease, completeActivation, findPreviousAsset, updateStarted } from './releases.ts'
import { type PrecacheEntry, scope } from './worker-scope.ts'

declare const self: { readonly __WB_MANIFEST: PrecacheEntry[] }

/** A part of the app that has not come after this long does not come any more (spec §9). */
const ASSET_TIMEOUT_MS = 120_000

/** All files of this release. It listens to nothing by itself: before it forgets, the release before is kept. */
export const precache = new PrecacheController()

/** The parts that are not in this release: of the kept one, else of the server, for as long as it may take. */
async function fetchAsset(request: Request): Promise<Response> {
  const previous = await findPreviousAsset(request.url).catch(() => undefined)
  return previous ?? (await fetch(request, { signal: AbortSignal.timeout(ASSET_TIMEOUT_MS) }))
}

/** Keeps the whole application ready offline; the build writes the list of its files here. */
export function precacheApp(): void {
  cleanupOutdatedCaches()
  precache.addToCacheList(self.__WB_MANIFEST)
  scope.addEventListener('install', (event) => void precache.install(event))
  scope.addEventListener('activate', (event) => {
    // Without room for two releases the new one alone is better than none.
    const activated = activateOwnRelease(precache).catch((error) =>
      console.error('no release is kept', error),
    )
    event.waitUntil(activated.then(() => precache.activate(event)))
  })
}

/** A page of some release reports that its first screen is shown, and with which scripts it began. */
export async function onStarted(parts: readonly string[]): Promise<void> {
  await completeActivation(precache).catch(() => undefined)
  await updateStarted(parts)
}

/** Answers with what is kept. */
export function answerFiles(): void {
  registerRoute(new PrecacheRoute(precache))
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    ({ request }) => fetchAsset(request),
  )
}
