import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import type { PrecacheEntry } from './worker-scope.ts'

declare const self: { readonly __WB_MANIFEST: PrecacheEntry[] }

/** Keeps the whole application ready offline; the build writes the list of its files here. */
export function precacheApp(): void {
  cleanupOutdatedCaches()
  precacheAndRoute(self.__WB_MANIFEST)
}
