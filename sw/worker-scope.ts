/** What the build writes into the worker: the files of the app and their versions. */
export type PrecacheEntry = { readonly url: string; readonly revision: string | null }

declare const self: ServiceWorkerGlobalScope

/** The worker's own global scope, under its real type. */
export const scope: ServiceWorkerGlobalScope = self
