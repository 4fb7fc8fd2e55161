import type { PrecacheController } from 'workbox-precaching'
import { activateRelease, addStart, type Release, type Releases, seemsBroken } from '#domain/app/release.ts'
import { clock } from './accounts.ts'

/** Holds the record of the releases, and the files that only the kept release has. */
const CACHE = 'risiti-releases'
const STATE_URL = '/risiti-releases.json'
/** The files are named by their content, however they were fetched. */
const IGNORE_VARY = { ignoreVary: true } as const

async function read(): Promise<Releases | null> {
  const note = await (await caches.open(CACHE)).match(STATE_URL)
  // Only `write` writes it.
  return note ? ((await note.json()) as Releases) : null
}

async function write(releases: Releases): Promise<void> {
  await (await caches.open(CACHE)).put(STATE_URL, Response.json(releases))
}

let queue: Promise<unknown> = Promise.resolve()

/** One after another: a page may report while its worker is still being activated. */
function runInSequence(work: () => Promise<void>): Promise<void> {
  const done = queue.then(work)
  queue = done.catch(() => undefined)
  return done
}

function change(step: (releases: Releases) => Releases): Promise<void> {
  return runInSequence(async () => {
    const now = await read()
    const next = now && step(now)
    if (next && next !== now) await write(next)
  })
}

/** The release of this worker's build, identified by the cache key of the page, which contains its fingerprint. */
function ownRelease(controller: PrecacheController): Release {
  return {
    id: controller.getCacheKeyForURL('index.html') ?? '',
    files: [...controller.getURLsToCacheKeys().values()],
  }
}

/** Saves from the precache the files that only the kept release has, and deletes files of neither release. */
async function cachePreviousFiles(
  controller: PrecacheController,
  { present, kept }: Releases,
): Promise<void> {
  const cache = await caches.open(CACHE)
  const precache = await caches.open(controller.strategy.cacheName)
  const shared = new Set(present.files)
  const needed = new Set((kept?.files ?? []).filter((file) => !shared.has(file)))
  for (const file of needed) {
    const cached = await precache.match(file, IGNORE_VARY)
    if (cached) await cache.put(file, cached)
  }
  for (const request of await cache.keys()) {
    if (new URL(request.url).pathname !== STATE_URL && !needed.has(request.url)) await cache.delete(request)
  }
}

async function activate(controller: PrecacheController, before: Releases | null): Promise<void> {
  const releases = activateRelease(before, ownRelease(controller))
  await cachePreviousFiles(controller, releases)
  await write(releases)
}

/** Activates this worker's release. Run it before the precache deletes the files of the previous one. */
export function activateOwnRelease(controller: PrecacheController): Promise<void> {
  return runInSequence(async () => activate(controller, await read().catch(() => null)))
}

/**
 * As `activateOwnRelease`, when the phone died while this worker's release took over: browsers do not repeat the
 * activation, and without its record this release could not be rolled back to the previous one.
 */
export function completeActivation(controller: PrecacheController): Promise<void> {
  return runInSequence(async () => {
    const before = await read()
    if (before && before.present.id !== ownRelease(controller).id) await activate(controller, before)
  })
}

/** A page reports that its first screen is shown. `parts` are the addresses of the scripts that page began with. */
export async function updateStarted(parts: readonly string[]): Promise<void> {
  await change((releases) => {
    const { present } = releases
    // A page of the kept release says nothing about the current one.
    if (present.started || !parts.every((part) => present.files.includes(part))) return releases
    return { ...releases, present: { ...present, started: true, begun: [], givenUpAt: null } }
  })
}

/** The person says that the app does not start. Returns whether there is a release that worked before. */
export async function rollBack(): Promise<boolean> {
  const at = clock.now()
  await change((releases) => ({ ...releases, present: { ...releases.present, givenUpAt: at } }))
  const releases = await read()
  return releases !== null && releases.kept !== null && seemsBroken(releases.present, at)
}

function pageIn({ files }: Release, name: string): string | undefined {
  return files.find((file) => new URL(file).pathname === `/${name}`)
}

/**
 * The page of the release that worked before, if the current one does not start. Else nothing; `updateLater` gets
 * what remains to be stored about the start of the current one.
 */
export async function findPreviousPage(
  name: string,
  updateLater: (pendingUpdate: Promise<void>) => void,
): Promise<Response | undefined> {
  const releases = await read()
  if (!releases || releases.present.started) return undefined
  const { present, kept } = releases
  const now = clock.now()
  const page =
    kept && seemsBroken(present, now) ? (pageIn(kept, name) ?? pageIn(kept, 'index.html')) : undefined
  const found = page === undefined ? undefined : await caches.match(page, IGNORE_VARY)
  if (!found)
    updateLater(change((at) => ({ ...at, present: { ...at.present, ...addStart(at.present, now) } })))
  return found
}

/** A part of the kept release: windows that were open during an update still request it. */
export async function findPreviousAsset(url: string): Promise<Response | undefined> {
  return await (await caches.open(CACHE)).match(url, IGNORE_VARY)
}
