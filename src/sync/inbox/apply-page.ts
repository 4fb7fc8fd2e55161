import * as v from 'valibot'
import { type Change, changeSchema } from '#contract/sync.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { applyTotal } from '#data/aggregates.ts'
import { applyRecords, isRecordChange, type RecordChange } from '#data/apply-record.ts'
import { deleteMeta, findMeta, INITIAL_DRAIN_STATE, NO_CONTACT, upsertMeta } from '#data/meta.ts'
import { deleteEntries, endWaits, listAcknowledged } from '#data/outbox-entries.ts'
import { pageTransaction } from '#data/page-transaction.ts'
import { upsertQuarantined } from '#data/quarantine.ts'
import { refreshReturnOverlaysOf } from '#data/return-overlays.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import { type FiscalEnvironment, statedEnvironment } from '#domain/fiscal/environment.ts'
import { ALL_RIGHTS, type OperatorRights, sameRights } from '#domain/permissions/operator-rights.ts'
import type { Account } from '#session/account.ts'

/** Rows applied at a time: more would block a cheap phone's screen for too long. */
const CHUNK = 50

export type FeedPage = {
  readonly changes: readonly unknown[]
  readonly next: string
  readonly upTo: number
  /** Changes up to this number are still to come: the first sync goes backwards. */
  readonly from?: number | undefined
  readonly last?: number | undefined
  readonly more: boolean
  readonly serverTime: Instant
  /** What the person may do besides selling; an older server does not send it. */
  readonly rights?: OperatorRights | undefined
  /** The person's name and the company's authority as they are now; an older server does not send them. */
  readonly person?: { readonly firstName: string; readonly lastName: string } | undefined
  readonly environment?: FiscalEnvironment | undefined
}

async function applyChunk(account: Account, chunk: readonly RecordChange[]): Promise<void> {
  if (chunk.length === 0) return
  await pageTransaction(account.db, () => applyRecords(account.db, chunk, { answersOwn: false }))
}

/**
 * Two transactions at a time, in order: the database begins the second as soon as the first is committed. No more, since
 * a sale waits behind them.
 */
async function applyChunks(account: Account, records: readonly RecordChange[]): Promise<void> {
  const running: Promise<void>[] = []
  try {
    for (let start = 0; start < records.length; start += CHUNK) {
      running.push(applyChunk(account, records.slice(start, start + CHUNK)))
      if (running.length > 1) await running.shift()
    }
    await Promise.all(running)
  } finally {
    await Promise.allSettled(running)
  }
}

/**
 * Applies one page of the change feed to this phone's records. Records are written in small transactions; the cursor
 * moves in the last one, together with the totals, the company and the answered entries that the page contains. A
 * page interrupted before that is fetched again as a whole, and applying it twice changes nothing. Returns whether work that
 * waited may be sent now; `outdated` where the cursor is not `asked.cursor` any more, because this page was frozen and
 * another has fetched on.
 */
export async function applyPage(
  account: Account,
  page: FeedPage,
  now: number,
  asked?: { readonly cursor: string | undefined },
): Promise<boolean | 'outdated'> {
  const { db } = account
  const known: Change[] = []
  const unreadable: unknown[] = []
  for (const raw of page.changes) {
    const parsed = v.safeParse(changeSchema, raw)
    if (parsed.success) known.push(parsed.output)
    else unreadable.push(raw)
  }
  const records = known.filter(isRecordChange)
  await applyChunks(account, records)
  return workTransaction(db, async () => {
    const cursor = await findMeta(db, 'cursor')
    if (asked && cursor !== asked.cursor) return 'outdated'
    let mayGo = false
    for (const change of known) {
      if (!isRecordChange(change) && (await applyOther(account, change))) mayGo = true
    }
    const came = { after: cursor ?? null, upTo: page.upTo }
    await upsertQuarantined(
      db,
      unreadable.map((change) => ({ at: toInstant(now), change, came })),
    )
    await updateSession(db, page)
    await deleteAcknowledged(account, page)
    await refreshReturnOverlaysOf(
      db,
      records.flatMap(({ t, id }) => (t === 'invoice' ? id : [])),
    )
    await upsertMeta(db, 'cursor', page.next)
    await updateFirstPull(db, page)
    const contact = (await findMeta(db, 'contact')) ?? NO_CONTACT
    const serverMs = instantMs(page.serverTime)
    await upsertMeta(db, 'contact', {
      ...contact,
      online: true,
      lastContactAt: toInstant(now),
      clockSkewMs: serverMs - now,
      clock: { serverMs, phoneMs: now },
      ...(page.more ? {} : { upTo: page.upTo }),
    })
    return mayGo
  })
}

/** The progress of the first pull, until it is complete. */
async function updateFirstPull(db: AccountDatabase, { more, from, upTo, last }: FeedPage): Promise<void> {
  if (await findMeta(db, 'first-pull-done')) return
  if (more) {
    const done = from === undefined || last === undefined ? upTo : last - from
    if (last !== undefined) await upsertMeta(db, 'first-pull', { upTo: done, last })
    // A first sync that goes backwards begins with them.
    if (from !== undefined) await upsertMeta(db, 'day-totals', true)
    return
  }
  await upsertMeta(db, 'first-pull-done', true)
  await deleteMeta(db, 'first-pull')
}

/** Gives whether work that waited may go now. */
async function applyOther(account: Account, change: Exclude<Change, RecordChange>): Promise<boolean> {
  const { db } = account
  if (change.t === 'company') return change.row ? updateCompany(account, change.row) : false
  await applyTotal(db, change)
  return false
}

type CompanyRow = NonNullable<Extract<Change, { t: 'company' }>['row']>

/**
 * Stores the company as the screens know it. A company that may sell again ends the pause of a queue and the waits of
 * entries that waited for it; returns whether there were any.
 */
async function updateCompany(
  account: Account,
  { settings, rates, ...company }: CompanyRow,
): Promise<boolean> {
  const { db } = account
  const session = await findMeta(db, 'session')
  if (!session || company.id !== account.companyId) return false
  await upsertMeta(db, 'session', {
    ...session,
    company,
    // The feed knows the settings of the company only; the frame of the list of companies is the platform's.
    settings: {
      ...session.settings,
      ...settings,
      layoutCompanies: session.settings.layoutCompanies,
    },
    rates: rates ?? session.rates,
  })
  const drain = await findMeta(db, 'drain')
  if (!company.active || company.blockedByTra) return false
  const held = drain?.hold?.kind === 'company'
  if (held) await upsertMeta(db, 'drain', INITIAL_DRAIN_STATE)
  const unblocked = session.company?.blockedByTra === true && (await endWaits(db, 'COMPANY_BLOCKED_BY_TRA'))
  return held || unblocked
}

/**
 * What may have changed since the login: what the owner lets this person do, the person's name, and the authority of the
 * receipts. Screens and commands read it from the session, also offline.
 */
async function updateSession(db: AccountDatabase, page: FeedPage): Promise<void> {
  const session = await findMeta(db, 'session')
  if (!session) return
  const { rights = session.rights, person, environment = session.environment } = page
  const { firstName, lastName } = person ?? session.user
  const same =
    sameRights(session.rights ?? ALL_RIGHTS, rights ?? ALL_RIGHTS) &&
    session.user.firstName === firstName &&
    session.user.lastName === lastName &&
    session.environment === environment
  if (same) return
  await upsertMeta(db, 'session', {
    ...session,
    rights,
    user: { ...session.user, firstName, lastName },
    ...(environment && statedEnvironment(environment)),
  })
}

/** Deletes answered entries, and what they added to the totals, once the feed has brought their changes. */
async function deleteAcknowledged(account: Account, { from = 0, upTo }: FeedPage): Promise<void> {
  const { db } = account
  const entries = await listAcknowledged(db, { from, upTo })
  await deleteEntries(db, entries)
  await db.overlays.bulkDelete(entries.map((entry) => entry.opId))
}
