import { isSessionOpen } from '../../storage/refresh-tokens.ts'
import { findUser, type UserStanding } from '../../storage/users.ts'
import type { Services } from '../context.ts'

export type Standing = { readonly user: UserStanding | undefined; readonly sessionOpen: boolean }

/** Remembers for a moment how users and their sessions stand, so that not every request asks twice. */
export type StandingCache = {
  look(userId: string, familyId: string): Promise<Standing>
  /** Forgets everything: somebody's standing changed. */
  readonly clear: () => void
}

/** Nobody works longer than this after being disabled, even when the notice of it was lost. */
const KEPT_MS = 2_000
const MAX_ENTRIES = 10_000

export function createStandingCache(services: Pick<Services, 'clock' | 'db'>): StandingCache {
  const kept = new Map<string, { readonly at: number; readonly standing: Promise<Standing> }>()
  async function read(userId: string, familyId: string): Promise<Standing> {
    const [user, sessionOpen] = await Promise.all([
      findUser(services.db, userId),
      isSessionOpen(services.db, userId, familyId),
    ])
    return { user, sessionOpen }
  }
  return {
    look: async (userId, familyId) => {
      const key = `${userId} ${familyId}`
      const now = services.clock.now()
      const known = kept.get(key)
      if (known && Math.abs(now - known.at) < KEPT_MS) return await known.standing
      if (kept.size >= MAX_ENTRIES) kept.clear()
      const standing = read(userId, familyId)
      kept.set(key, { at: now, standing })
      standing.catch(() => kept.delete(key))
      return await standing
    },
    clear: () => kept.clear(),
  }
}
