import { randomUUID } from 'node:crypto'
import { canonicalJson } from '#contract/canonical-json.ts'
import { type BookSale, isSameSale, readBookSale } from '#domain/accounting/book-sale.ts'
import type { InboxProblem } from '#domain/accounting/inbox-problem.ts'
import type { UsedTax } from '#domain/accounting/mapping.ts'
import { type FiscalDay, toInstant } from '#domain/calendar/east-africa.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { Refusal } from '../../ports/refusal.ts'
import type { ConnectionScope } from '../../storage/accounting/documents.ts'
import {
  claimSale,
  deleteSale,
  type InboxChange,
  type InboxEntry,
  releaseSale,
} from '../../storage/accounting/inbox.ts'
import { findWrittenUnder } from '../../storage/accounting/inbox-log.ts'
import { lockStoredInvoices, type StoredInvoice } from '../../storage/invoices/invoices.ts'
import type { Bookkeeper } from './bookkeeper.ts'
import {
  type BookDoor,
  cancelBookDraft,
  draftIdAfter,
  draftIdOf,
  writeBookDraft,
} from './write-book-draft.ts'

/** What is needed to take invoices of the books over. */
export type Taking = {
  readonly keeper: Bookkeeper
  readonly scope: ConnectionScope
  readonly from: FiscalDay
  readonly used: readonly UsedTax[]
  readonly open: () => Promise<BookDoor>
}

/** What came of one: a change of its row; nothing to keep; later; or the whole connection must not be used now. */
type Taken =
  | { readonly kind: 'settled'; readonly change: InboxChange }
  | { readonly kind: 'dropped' | 'held' }
  | { readonly kind: 'later'; readonly afterMs?: number; readonly detail: string }

/** No other process takes an invoice for this long. */
const CLAIM_MS = 2 * 60_000
const BACK_OFF_MS = [2_000, 10_000, 60_000, 600_000]
const HOUR_MS = 3_600_000

const settled = (change: InboxChange): Taken => ({
  kind: 'settled',
  change: { problem: null, detail: '', ...change },
})
const attention = (problem: InboxProblem, detail = ''): Taken =>
  settled({ state: 'attention', problem, detail: detail.slice(0, 500) })

/**
 * What an invoice is that has the number of a receipt of ours: known by its id once we wrote it. `undefined`: it is none of
 * ours.
 */
async function whenOurs({ keeper, scope }: Taking, { id, mark }: BookSale): Promise<Taken | undefined> {
  const written = mark === '' ? undefined : await findWrittenUnder(keeper.services.db, scope, mark)
  if (!written) return undefined
  // A person may have copied ours: another id is another invoice.
  if (written.state === 'done') return written.their_id === id ? settled({ state: 'ours' }) : undefined
  // The person left the receipt out here and wrote it there: it has its receipt.
  if (written.document === 'left-out') return settled({ state: 'ours' })
  // Our writing waits for the person, who may have done it there: only the person knows.
  if (written.document === 'attention') return attention('refused', mark)
  // Looked at again when its writing has ended.
  return { kind: 'later', detail: '' }
}

/** What a change there means for a draft or a receipt that exists here. */
async function follow(
  taking: Taking,
  entry: InboxEntry,
  sale: BookSale | null,
  { invoice, writer }: StoredInvoice,
): Promise<Taken | 'write'> {
  const isGone = sale === null || sale.state === 'void'
  if (invoice.receipt !== null) {
    if (isGone) return attention('voided')
    if (entry.source === null || isSameSale(entry.source, sale)) return settled({ state: 'submitted' })
    return attention('changed', moneyText(sale.total))
  }
  // The person gave the draft up.
  if (invoice.status === 'canceled') return settled({ state: isGone ? 'gone' : 'left-out' })
  const isEdited = writer.device !== taking.scope.connectionId
  const isAskedFor = entry.state === 'waiting' && entry.problem === 'edited'
  if (isGone) {
    if (isEdited) return attention('voided')
    await cancelBookDraft(await taking.open(), invoice)
    return settled({ state: 'gone' })
  }
  if (entry.source !== null && canonicalJson(entry.source) === canonicalJson(sale) && !isAskedFor)
    return settled({ state: 'draft' })
  return isEdited && !isAskedFor ? attention('edited', moneyText(sale.total)) : 'write'
}

/**
 * The draft or receipt of an invoice, and the id of its next draft. One that was given up never comes back: taken again by
 * a person, the invoice has another one.
 */
async function findDraft(
  { keeper, scope }: Taking,
  entry: InboxEntry,
): Promise<{ readonly id: string; readonly stored: StoredInvoice | undefined }> {
  const find = async (id: string) => {
    return { id, stored: (await lockStoredInvoices(keeper.services.db, scope, [id])).get(id) }
  }
  const last = await find(entry.invoice_id ?? draftIdOf(scope, entry.their_id))
  const isGivenUp = last.stored?.invoice.status === 'canceled' && last.stored.invoice.receipt === null
  const isAskedFor = entry.state === 'waiting' && entry.invoice_id !== null
  return isGivenUp && isAskedFor ? await find(draftIdAfter(scope, last.id)) : last
}

/** The same with what the list shows of the invoice. */
function withShown(taken: Taken, shown: InboxChange | null): Taken {
  return taken.kind === 'settled' ? { kind: 'settled', change: { ...shown, ...taken.change } } : taken
}

async function takeSale(taking: Taking, entry: InboxEntry): Promise<Taken> {
  const { keeper, used, from } = taking
  const { services, gateway, mapping } = keeper
  const outcome = await keeper.call((access) => gateway.sale(access, entry.their_id, mapping))
  switch (outcome.kind) {
    case 'ok':
      break
    case 'limited':
    case 'ended':
    case 'expired':
      return { kind: 'held' }
    case 'refused':
      return attention('refused', outcome.detail)
    default:
      return { kind: 'later', detail: outcome.detail }
  }
  const sale = outcome.value
  const { id, stored } = await findDraft(taking, entry)
  const shown = sale && { number: sale.number, customer: sale.customer.name.slice(0, 100), total: sale.total }
  if (stored) {
    const followed = await follow(taking, entry, sale, stored)
    if (followed !== 'write') return withShown(followed, { ...shown, invoice_id: id })
  } else {
    const isGone = sale === null || sale.state === 'void'
    // What had a draft stays in the list, and is taken again although the first day may be a later one by now.
    const isNew = entry.invoice_id === null
    if (isGone && !isNew) return settled({ state: 'gone', ...shown })
    if (isGone || (isNew && sale.day < from)) return { kind: 'dropped' }
    const ours = await whenOurs(taking, sale)
    if (ours) return withShown(ours, shown)
    if (sale.state === 'open') return settled({ state: 'waiting', ...shown })
  }
  if (sale === null) return { kind: 'dropped' }
  const read = readBookSale(sale, mapping, used)
  if (!read.ok) return withShown(attention(read.problem, read.detail), shown)
  const invoice = await writeBookDraft(await taking.open(), id, sale, read.draft, stored?.invoice)
  services.onCrashPoint?.('book:drafted')
  return settled({ ...shown, state: 'draft', invoice_id: invoice.id, source: JSON.stringify(sale) })
}

/** The same, with what the rules of invoices refuse. */
async function tryTakeSale(taking: Taking, entry: InboxEntry): Promise<Taken> {
  try {
    return await takeSale(taking, entry)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code } = error
    // The draft was written or submitted at the same moment: read again, it is another case now.
    if (code === 'INVOICE_CHANGED_ELSEWHERE' || code === 'INVOICE_NOT_DRAFT')
      return { kind: 'later', detail: code }
    const seconds = error.detail.data?.['retryAfterSeconds']
    if (typeof seconds === 'number') return { kind: 'later', afterMs: seconds * 1000, detail: code }
    return attention('refused', code)
  }
}

/**
 * Takes every announced invoice of a connection over, one after the other. It may run in several processes at once; each
 * invoice is with one of them. Says whether the connection may still be used.
 */
export async function takeSales(taking: Taking, shouldContinue: () => boolean): Promise<boolean> {
  const { keeper, scope } = taking
  const { db, clock, log } = keeper.services
  while (shouldContinue()) {
    const claim = randomUUID()
    const nowMs = clock.now()
    const until = toInstant(nowMs + CLAIM_MS)
    const entry = await claimSale(db, scope, { by: claim, now: toInstant(nowMs), until })
    if (!entry) return true
    const taken = await tryTakeSale(taking, entry)
    log({
      event: 'book-sale',
      theirId: entry.their_id,
      provider: keeper.gateway.provider,
      result: taken.kind,
    })
    const now = toInstant(clock.now())
    if (taken.kind === 'settled') {
      const change = { ...taken.change, read: entry.announced, attempts: 0, changed_at: now }
      await releaseSale(db, scope, entry, claim, change)
    } else if (taken.kind === 'dropped') {
      await releaseSale(db, scope, entry, claim, { read: entry.announced, attempts: 0 })
      await deleteSale(db, scope, entry)
    } else if (taken.kind === 'later') {
      const wait = taken.afterMs ?? BACK_OFF_MS[entry.attempts] ?? HOUR_MS
      const next = { attempts: entry.attempts + 1, next_attempt_at: toInstant(clock.now() + wait) }
      await releaseSale(db, scope, entry, claim, { ...next, detail: taken.detail.slice(0, 500) })
    } else {
      await releaseSale(db, scope, entry, claim, {})
      return false
    }
  }
  return true
}
