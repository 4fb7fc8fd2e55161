import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { PICTURE_CACHE } from '#domain/app/pictures.ts'
import { activateOwnRelease, completeActivation, findPreviousAsset, updateStarted } from './releases.ts'
import { type PrecacheEntry, scope } from './worker-scope.ts'

declare const self: { readonly __WB_MANIFEST: PrecacheEntry[] }

/** A part of the app that has not arrived after this long counts as failed (spec §9). */
const ASSET_TIMEOUT_MS = 120_000

/**
 * All files of this release. It adds no event listeners by itself, so that the previous release can be saved before
 * its files are deleted.
 */
export const precache = new PrecacheController()

/** A part that is not in this release: from the kept one, else from the server, within the time limit. */
async function fetchAsset(request: Request): Promise<Response> {
  const previous = await findPreviousAsset(request.url).catch(() => undefined)
  return previous ?? (await fetch(request, { signal: AbortSignal.timeout(ASSET_TIMEOUT_MS) }))
}

/** Stores the whole application for offline use; the build inserts the list of its files here. */
export function precacheApp(): void {
  cleanupOutdatedCaches()
  precache.addToCacheList(self.__WB_MANIFEST)
  scope.addEventListener('install', (event) => void precache.install(event))
  scope.addEventListener('activate', (event) => {
    // Without space for two releases the new one alone is better than none.
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

/** The copy that this phone keeps, renewed from the server; without one, the server's. */
async function answerPicture(request: Request, event: ExtendableEvent): Promise<Response> {
  const cache = await caches.open(PICTURE_CACHE)
  const kept = await cache.match(request.url)
  const fetched = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(request.url, response.clone())
    return response
  })
  if (!kept) return await fetched
  event.waitUntil(fetched.catch(() => undefined))
  return kept
}

/** Answers with stored files. */
export function answerFiles(): void {
  registerRoute(new PrecacheRoute(precache))
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    ({ request }) => fetchAsset(request),
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/pictures/'),
    ({ request, event }) => answerPicture(request, event),
  )
}
