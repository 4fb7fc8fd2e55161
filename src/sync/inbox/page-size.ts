import { findMeta, upsertMeta } from '#data/meta.ts'
import type { Account } from '#session/account.ts'

/** The most changes that the server gives at once. */
export const LARGEST_PAGE = 500
/** Some 10 kB. */
const SMALLEST_PAGE = 30
/**
 * A full page has up to 200 kB: half a minute on 50 kbit/s. A connection on which none of it comes is lost, whatever the
 * size: a smaller page would be asked for in vain, and meanwhile no other page of this phone may fetch.
 */
export const PAGE_LIMITS = { timeoutMs: 60_000, answerBeginsMs: 20_000 } as const
/** A page that came so quickly may be twice as large. */
const QUICK_MS = 10_000

/** How many changes are asked for at once: what the connection carried last. */
export async function findPageSize({ db }: Pick<Account, 'db'>): Promise<number> {
  return (await findMeta(db, 'page-size')) ?? LARGEST_PAGE
}

/** A page did not come in time: asks for half of it from now on. Returns whether that is less than before. */
export async function halvePageSize({ db }: Pick<Account, 'db'>, size: number): Promise<boolean> {
  if (size <= SMALLEST_PAGE) return false
  await upsertMeta(db, 'page-size', Math.max(SMALLEST_PAGE, Math.floor(size / 2)))
  return true
}

/** A page with so many changes came after `tookMs`; returns how many the next one may have. */
export async function growPageSize(
  { db }: Pick<Account, 'db'>,
  size: number,
  { changes, tookMs }: { readonly changes: number; readonly tookMs: number },
): Promise<number> {
  if (size >= LARGEST_PAGE || changes < size || tookMs > QUICK_MS) return size
  const larger = Math.min(LARGEST_PAGE, size * 2)
  await upsertMeta(db, 'page-size', larger)
  return larger
}
