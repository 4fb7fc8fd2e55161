import * as v from 'valibot'
import { DATABASE_VERSION } from '#data/account-database.ts'
import { findMetas } from '#data/meta.ts'
import { insertPainted, PAINTED_CACHE, type PaintedScreen, paintedKey } from '#domain/app/painted-screen.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { isIdle } from '#domain/pin/idle-rule.ts'
import { clock, openAccounts, wait } from './accounts.ts'

/** A start waits no longer than this for it. */
const LIMIT_MS = 150

const paintedScreen = v.object({
  accountId: v.string(),
  day: v.string(),
  language: v.picklist(['sw', 'en']),
  colors: v.picklist(['light', 'dark']),
  html: v.string(),
  css: v.string(),
  // Of an older app: opened here, its database would be upgraded by the worker, and the page does not wait for that.
  database: v.pipe(v.number(), v.minValue(DATABASE_VERSION)),
})

/** Whether the account is signed in and not locked, nor about to be. */
async function mayBeSeen(accountId: string): Promise<boolean> {
  const [found] = await openAccounts(accountId)
  if (!found) return false
  const [tokens, pin, activeAt] = await findMetas(found.account.db, ['tokens', 'pin', 'active-at'])
  if (!tokens) return false
  return !pin || (activeAt !== undefined && !isIdle(activeAt, clock.now(), pin.idleMinutes))
}

async function findPainted(url: URL): Promise<PaintedScreen | undefined> {
  const key = paintedKey(url)
  const kept = key && (await (await caches.open(PAINTED_CACHE)).match(key))
  if (!kept) return undefined
  const { success, output } = v.safeParse(paintedScreen, await kept.json())
  if (!success || output.day !== fiscalDayOf(toInstant(clock.now()))) return undefined
  return (await mayBeSeen(output.accountId)) ? output : undefined
}

/** The page of an address with the screen as it was last seen there; unchanged when there is none that may be shown. */
export async function withPaintedScreen(url: URL, page: Response, limitMs = LIMIT_MS): Promise<Response> {
  const late = wait(limitMs).then(() => undefined)
  const painted = await Promise.race([findPainted(url).catch(() => undefined), late])
  if (!painted) return page
  const headers = new Headers(page.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(insertPainted(await page.text(), painted), { headers })
}
