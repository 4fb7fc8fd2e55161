import { KEY_EXPIRING_DAYS } from '#domain/api-keys/api-key.ts'
import { DAY_MS, toInstant } from '#domain/calendar/east-africa.ts'
import {
  type ExpiryRange,
  listCompaniesOfExpiringKeys,
  takeExpiringKeys,
} from '../../storage/api/expiring-keys.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { Services } from '../context.ts'
import { announce } from '../webhooks/announce.ts'

function rangeFrom(nowMs: number): ExpiryRange {
  return { now: toInstant(nowMs), until: toInstant(nowMs + KEY_EXPIRING_DAYS * DAY_MS) }
}

/** Announces the keys of a company that end within a week, each once. */
export async function announceExpiringKeys(tx: Db, scope: CompanyScope, nowMs: number): Promise<void> {
  const range = rangeFrom(nowMs)
  for (const { hash, clientId, name, hint, expiresAt } of await takeExpiringKeys(tx, scope, range)) {
    await announce(tx, scope, {
      ...{ type: 'key.expiring', key: `key:${hash}:${expiresAt}`, at: range.now },
      data: { keyId: clientId, name, hint, expiresAt },
    })
  }
}

/** Announces them in every company. Any number of processes may run it. */
export async function announceAllExpiringKeys({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now()
  for (const companyId of await listCompaniesOfExpiringKeys(db, rangeFrom(now))) {
    try {
      await inTransaction(db, async (tx) => await announceExpiringKeys(tx, { companyId }, now))
    } catch (error) {
      // The keys of one company must not keep those of the others from being announced.
      log({ event: 'expiring-keys-failed', companyId, error })
    }
  }
}
