import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { AttemptLimit, AuthLimits } from '../services/auth/auth-services.ts'
import { Refusal } from '../services/refusal.ts'

type Limit = { readonly name: string; readonly points: number; readonly seconds: number }

/**
 * Limits against guessing, shared by all server processes. Many phones of a mobile network share one address, so
 * the limits by address are wide; those by name and address are narrow.
 */
export function createAuthLimits(pool: Pool): AuthLimits {
  return {
    login: limit(pool, { name: 'login', points: 10, seconds: 300 }),
    loginAddress: limit(pool, { name: 'login-address', points: 100, seconds: 300 }),
    refresh: limit(pool, { name: 'refresh', points: 300, seconds: 300 }),
    password: limit(pool, { name: 'password', points: 10, seconds: 300 }),
  }
}

/** Slips are opened by the public, thousands of them behind one address of a mobile network; trying tokens is hopeless. */
export function createSlipLimit(pool: Pool): AttemptLimit {
  return limit(pool, { name: 'slip', points: 600, seconds: 60 })
}

function limit(pool: Pool, { name, points, seconds }: Limit): AttemptLimit {
  const common = { keyPrefix: name, points, duration: seconds }
  const limiter = new RateLimiterPostgres({
    ...common,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    inMemoryBlockOnConsumed: points + 1,
    // While the database is away, each process counts for itself.
    insuranceLimiter: new RateLimiterMemory(common),
  })
  return {
    take: async (...subject) => {
      try {
        await limiter.consume(keyOf(subject))
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
        throw new Refusal('TOO_MANY_REQUESTS', { data: { retryAfterSeconds } })
      }
    },
    forgive: async (...subject) => {
      await limiter.reward(keyOf(subject))
    },
  }
}

/** A hash: of one length, and no names or addresses in the table. */
function keyOf(subject: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(subject)).digest('base64url')
}
