import { isSessionOpen } from '../../storage/accounts/refresh-tokens.ts'
import { findUser, type UserWithTenantStatus } from '../../storage/accounts/users.ts'
import type { Services } from '../context.ts'

export type AccessStatus = { readonly user: UserWithTenantStatus | undefined; readonly sessionOpen: boolean }

/**
 * Caches the status of users and their sessions for a moment, so that not every request queries the database
 * twice.
 */
export type AccessStatusCache = {
  get(userId: string, familyId: string): Promise<AccessStatus>
  /** Forgets whom a notice names (`user:` or `company:` and an id); everything without one or after another one. */
  readonly forget: (notice?: string) => void
}

type Entry = {
  readonly at: number
  readonly userId: string
  readonly status: Promise<AccessStatus>
  /** Known once it was read. */
  companyId?: string | null
}

/** A disabled user can work for at most this long, even when the invalidation was lost. */
const CACHE_TTL_MS = 2_000
const MAX_ENTRIES = 10_000

export function createAccessStatusCache(services: Pick<Services, 'clock' | 'db'>): AccessStatusCache {
  const cache = new Map<string, Entry>()
  async function read(userId: string, familyId: string): Promise<AccessStatus> {
    const [user, sessionOpen] = await Promise.all([
      findUser(services.db, userId),
      isSessionOpen(services.db, userId, familyId),
    ])
    return { user, sessionOpen }
  }
  return {
    get: async (userId, familyId) => {
      const key = `${userId} ${familyId}`
      const now = services.clock.now()
      const cached = cache.get(key)
      if (cached && Math.abs(now - cached.at) < CACHE_TTL_MS) return await cached.status
      if (cache.size >= MAX_ENTRIES) cache.clear()
      const status = read(userId, familyId)
      const entry: Entry = { at: now, userId, status }
      cache.set(key, entry)
      status.then(
        ({ user }) => {
          entry.companyId = user?.company_id ?? null
        },
        () => cache.delete(key),
      )
      return await status
    },
    forget(notice) {
      const [kind, id] = notice?.split(':') ?? []
      if (kind !== 'user' && kind !== 'company') {
        cache.clear()
        return
      }
      for (const [key, { userId, companyId }] of cache) {
        // One that is being read may be of that company.
        if (kind === 'user' ? userId === id : companyId === undefined || companyId === id) cache.delete(key)
      }
    },
  }
}
