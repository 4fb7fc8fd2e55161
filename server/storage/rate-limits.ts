import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type {
  AttemptLimit,
  AuthLimits,
  ContactLimits,
  CountedLimit,
  ProgressiveDelay,
  RecoveryLimits,
} from '../ports/attempt-limit.ts'
import { Refusal } from '../ports/refusal.ts'

type LimitOptions = { readonly name: string; readonly points: number; readonly seconds: number }

/**
 * Limits against guessing, shared by all server processes. Many phones of a mobile network share one address, so
 * the limits by address are wide; those by name and address are narrow.
 */
export function createAuthLimits(pool: Pool): AuthLimits {
  return {
    login: limit(pool, { name: 'login', points: 10, seconds: 300 }),
    loginAddress: limit(pool, { name: 'login-address', points: 100, seconds: 300 }),
    loginName: progressiveDelay(pool, 'login-name'),
    loginKnownDevice: limit(pool, { name: 'login-device', points: 30, seconds: 3600 }),
    refresh: limit(pool, { name: 'refresh', points: 300, seconds: 300 }),
    password: limit(pool, { name: 'password', points: 10, seconds: 300 }),
    secondFactor: limit(pool, { name: 'second-factor', points: 5, seconds: 300 }),
  }
}

/**
 * Recovery of passwords: at most five one-time codes an hour for an address; a connection may serve a whole
 * town.
 */
export function createRecoveryLimits(pool: Pool): RecoveryLimits {
  return {
    recovery: limit(pool, { name: 'recovery', points: 60, seconds: 300 }),
    recoveryMail: limit(pool, { name: 'recovery-mail', points: 5, seconds: 3600 }),
  }
}

/**
 * Messages from people without an account: one connection may serve a whole town, but must not fill the
 * table.
 */
export function createContactLimits(pool: Pool): ContactLimits {
  return { contact: limit(pool, { name: 'contact', points: 20, seconds: 3600 }) }
}

/** Slips are opened by the public, thousands of them behind one address of a mobile network; trying tokens is hopeless. */
export function createPublicReceiptLimit(pool: Pool): AttemptLimit {
  return limit(pool, { name: 'slip', points: 600, seconds: 60 })
}

/** Receipts a company may have looked up on the authority's public page: a shoebox of them, not a copy of the page. */
export function createLookUpLimit(pool: Pool): AttemptLimit {
  return limit(pool, { name: 'look-up', points: 120, seconds: 300 })
}

/** Wordings a person may ask for, beside the daily number of the company. */
export function createInsightLimit(pool: Pool): AttemptLimit {
  return limit(pool, { name: 'insight', points: 6, seconds: 60 })
}

/** Calls of one key of the public API in a minute. */
export function createPublicApiLimits(pool: Pool): {
  readonly read: CountedLimit
  readonly write: CountedLimit
} {
  return {
    read: countedLimit(pool, { name: 'api-read', points: 120, seconds: 60 }),
    write: countedLimit(pool, { name: 'api-write', points: 60, seconds: 60 }),
  }
}

function countedLimit(pool: Pool, options: LimitOptions): CountedLimit {
  const limiter = limiterOf(pool, options)
  const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))
  return {
    count: async (subject) => {
      const base = { limit: options.points, windowSeconds: options.seconds }
      try {
        const { remainingPoints, msBeforeNext } = await limiter.consume(keyOf([subject]))
        return { ...base, left: remainingPoints, resetSeconds: seconds(msBeforeNext) }
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection
        return { ...base, left: undefined, resetSeconds: seconds(rejection.msBeforeNext) }
      }
    },
  }
}

/** Exports of all data that a company may have written in an hour: each reads everything. */
export function createDataExportLimit(pool: Pool): AttemptLimit {
  return limit(pool, { name: 'data-export', points: 6, seconds: 3600 })
}

/** Requests of one feature phone, and codes that it may try. */
export function createUssdLimits(pool: Pool): { readonly dial: AttemptLimit; readonly code: AttemptLimit } {
  return {
    dial: limit(pool, { name: 'ussd', points: 60, seconds: 60 }),
    code: limit(pool, { name: 'ussd-code', points: 5, seconds: 3600 }),
  }
}

/** Attempts on one name in an hour before the first wait, and the longest wait, in seconds. */
const FREE_ATTEMPTS = 20
const MAX_DELAY_SECONDS = 60

/**
 * Counts attempts on a name, and lets them pass one by one once there were too many: two seconds apart, then four, up
 * to a minute. An attempt that was turned away does not count, so hammering does not make the wait any longer.
 */
function progressiveDelay(pool: Pool, name: string): ProgressiveDelay {
  const counter = limiterOf(pool, { name, points: FREE_ATTEMPTS, seconds: 3600 })
  const delayLimiter = limiterOf(pool, { name: `${name}-gate`, points: 1, seconds: MAX_DELAY_SECONDS })
  return {
    consume: async (...subject) => {
      const key = keyOf(subject)
      const { consumedPoints } = await counter.penalty(key)
      if (consumedPoints <= FREE_ATTEMPTS) return
      const delaySeconds = Math.min(MAX_DELAY_SECONDS, 2 ** (consumedPoints - FREE_ATTEMPTS))
      try {
        await delayLimiter.consume(key, 1, { customDuration: delaySeconds })
      } catch (rejection) {
        await counter.reward(key)
        refuseTooMany(rejection)
      }
    },
    refund: async (...subject) => {
      await counter.reward(keyOf(subject))
    },
  }
}

function refuseTooMany(rejection: unknown): never {
  if (!(rejection instanceof RateLimiterRes)) throw rejection
  const retryAfterSeconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000))
  throw new Refusal('TOO_MANY_REQUESTS', { data: { retryAfterSeconds } })
}

function limiterOf(pool: Pool, { name, points, seconds }: LimitOptions): RateLimiterPostgres {
  const common = { keyPrefix: name, points, duration: seconds }
  return new RateLimiterPostgres({
    ...common,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    inMemoryBlockOnConsumed: points + 1,
    // While the database is away, each process counts for itself.
    insuranceLimiter: new RateLimiterMemory(common),
  })
}

function limit(pool: Pool, options: LimitOptions): AttemptLimit {
  const limiter = limiterOf(pool, options)
  return {
    consume: async (...subject) => {
      try {
        await limiter.consume(keyOf(subject))
      } catch (rejection) {
        refuseTooMany(rejection)
      }
    },
    refund: async (...subject) => {
      await limiter.reward(keyOf(subject))
    },
  }
}

/** A hash: of one length, and no names or addresses in the table. */
function keyOf(subject: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(subject)).digest('base64url')
}
