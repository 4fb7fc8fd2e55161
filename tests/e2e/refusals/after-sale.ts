import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import * as v from 'valibot'
import { invoiceSchema } from '#contract/invoices.ts'
import { contentOf } from '#domain/invoices/content-of.ts'
import { creditFigures, MAX_CREDIT_NOTES } from '#domain/invoices/credit-note.ts'
import type { CreditNote, Invoice } from '#domain/invoices/invoice.ts'
import { MAX_MAILS } from '#domain/invoices/invoice-mail.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { invoiceIn } from '../../domain/example-invoice.ts'
import type { SecondPhone } from '../../support/second-phone.ts'
import { answerNextPush } from '../steps/answer-pushes.ts'
import { insertOperations, type QueuedWork } from '../steps/insert-broken-work.ts'
import { readRows } from '../steps/phone-store.ts'
import type { ResolvableCode } from '../steps/refusal-sentences.ts'
import { sell } from '../steps/sell.ts'
import {
  clickResolution,
  discard,
  expectNothingLeft,
  findCard,
  openSyncPage,
  type RefusalContext,
  sendUntilRefused,
  splitByLanguage,
  type Tab,
} from './refusal-context.ts'

type Late = { readonly code: ResolvableCode; readonly type: string; readonly body: Record<string, unknown> }

/** What a refund of a thousandth of the first line says, over and over. */
function refundsOf(invoice: Invoice, count: number) {
  const creditNotes: CreditNote[] = []
  return Array.from({ length: count }, () => {
    const lines = [{ lineId: invoice.lines[0]?.id ?? '', quantity: toQuantity(1) }]
    const credited = creditFigures({ ...invoice, creditNotes }, lines)
    if (credited.kind !== 'ok') throw new Error(credited.code)
    const creditNote = {
      id: randomUUID(),
      number: 1,
      originalRctvnum: '',
      at: invoice.saleAt,
      by: '',
      reason: '',
    }
    creditNotes.push({
      ...creditNote,
      day: '2026-11-21' as CreditNote['day'],
      paidBy: 'cash',
      ...credited.figures,
    })
    const asked = {
      invoiceId: invoice.id,
      creditNoteId: creditNote.id,
      lines,
      reason: 'Imeharibika',
      paidBy: 'cash',
    }
    return { type: 'invoice.credit' as const, body: { ...asked, total: credited.figures.total } }
  })
}

function mailOf(invoiceId: string, to = 'asha@example.com') {
  return { invoiceId, mailId: randomUUID(), to, language: 'sw' }
}

function canceling(invoiceId: string, reason = 'Imekosewa') {
  return { type: 'invoice.cancel' as const, body: { invoiceId, reason } }
}

/** The invoices of the phone that the server has, oldest first, and its drafts. */
async function knownInvoices(
  page: Page,
): Promise<{ readonly issued: Invoice[]; readonly drafts: Invoice[] }> {
  const rows = (await readRows(page, 'invoices')).map((row) => v.parse(invoiceSchema, row) as Invoice)
  rows.sort((one, other) => one.saleAt.localeCompare(other.saleAt))
  return {
    issued: rows.filter(({ status, creditNotes }) => status === 'issued' && (creditNotes?.length ?? 0) === 0),
    drafts: rows.filter(({ status, rev }) => status === 'draft' && rev > 0),
  }
}

/** Takes the next of a list, so that each refusal meets an invoice of its own. */
function dealer<T>(all: readonly T[]): () => T {
  let next = 0
  return () => {
    const dealt = all[next]
    next += 1
    if (dealt === undefined) throw new Error(`more than ${all.length} are needed`)
    return dealt
  }
}

async function openAndDiscard(context: RefusalContext, tab: Tab, { code, body }: Late): Promise<void> {
  await clickResolution(tab, findCard(tab, code), code)
  await tab.page.waitForURL(new RegExp(`/invoice/${String(body['invoiceId'])}`), { waitUntil: 'commit' })
  await tab.page.locator('main h1').first().waitFor()
  if (code === 'CREDIT_NOTE_TOTAL_DIFFERS') {
    // A refund that never happened is not printed for the customer.
    const refused = tab.page.locator('li[data-bad="true"]')
    await expect(refused).toBeVisible()
    await expect(refused.getByRole('button')).toHaveCount(0)
  }
  await openSyncPage(context, tab)
  await discard(tab, findCard(tab, code))
}

/**
 * What a second phone did meanwhile, or an older app let pass: the server has the last word, ours is given up. Gives
 * the id of an operation of the second phone.
 */
export async function resolveAfterSale(
  context: RefusalContext,
  model: QueuedWork,
  second: SecondPhone,
): Promise<string> {
  const { page } = context.english
  await context.phone.context.setOffline(true)
  const { issued, drafts } = await knownInvoices(page)
  const [sold, draft] = [dealer(issued), dealer(drafts)]
  const canceled = [sold(), sold(), sold()].map(({ id }) => id)
  const [refunded, wornOut, mailed] = [sold(), sold(), sold()]
  const [usedOpId = ''] = await second.push([
    ...canceled.map((id) => canceling(id)),
    ...refundsOf(refunded, 1),
    ...Array.from({ length: MAX_MAILS }, () => ({
      type: 'invoice.email' as const,
      body: mailOf(mailed.id),
    })),
  ])
  await second.push(refundsOf(wornOut, MAX_CREDIT_NOTES))
  const credit = (code: ResolvableCode, of: Invoice, change: object): Late => {
    const [asked] = refundsOf(invoiceIn(of, { status: 'issued', receipt: of.receipt }), 1)
    return { code, type: 'invoice.credit', body: { ...asked?.body, ...change } }
  }
  const mail = (code: ResolvableCode, invoiceId: string, to?: string): Late => {
    return { code, type: 'invoice.email', body: mailOf(invoiceId, to) }
  }
  const write = (code: ResolvableCode, type: string): Late => {
    const invoice = sold()
    const { id: invoiceId, rev: baseRev, saleAt, totals } = invoice
    const content = { ...contentOf(invoice), reference: 'LPO 1' }
    return { code, type, body: { invoiceId, baseRev, saleAt, content, totals } }
  }
  const line = (of: Invoice, quantity: number) => ({ lines: [{ lineId: of.lines[0]?.id ?? '', quantity }] })
  const [lines, many] = [sold(), sold()]
  const [firstCanceled = '', secondCanceled = '', thirdCanceled = ''] = canceled
  const gone = issued.find(({ id }) => id === firstCanceled) ?? lines
  const late: Late[] = [
    credit('CREDIT_NOTE_TOTAL_DIFFERS', sold(), { total: 1 }),
    credit('CREDIT_NOTE_NOT_NUMBERED', draft(), {}),
    credit('CREDIT_NOTE_INVOICE_CANCELED', gone, {}),
    credit('CREDIT_NOTE_EMPTY', sold(), { lines: [] }),
    credit('CREDIT_NOTE_LINE_UNKNOWN', lines, { lines: [{ lineId: randomUUID(), quantity: 1 }] }),
    credit('CREDIT_NOTE_TOO_MUCH', many, line(many, (many.lines[0]?.quantity ?? 0) + 1)),
    credit('CREDIT_NOTE_TOO_MANY', wornOut, {}),
    credit('CREDIT_NOTE_REASON_REQUIRED', sold(), { reason: ' ' }),
    mail('MAIL_ADDRESS_INVALID', sold().id, 'asha'),
    mail('MAIL_INVOICE_NOT_NUMBERED', draft().id),
    mail('MAIL_INVOICE_CANCELED', secondCanceled),
    mail('MAIL_TOO_MANY', mailed.id),
    { code: 'INVOICE_NOT_REPAIRABLE', type: 'invoice.repair', body: { invoiceId: sold().id } },
    write('INVOICE_NOT_DRAFT', 'invoice.save'),
    write('INVOICE_SUBMITTED_DIFFERENTLY', 'invoice.submit'),
    { code: 'INVOICE_HAS_CREDIT_NOTES', ...canceling(refunded.id) },
    { code: 'INVOICE_ALREADY_CANCELED', ...canceling(thirdCanceled) },
    { code: 'INVOICE_CANCEL_REASON_REQUIRED', ...canceling(sold().id, '') },
  ]
  const unknown: Late = { code: 'INVOICE_NOT_FOUND', ...canceling(randomUUID()) }
  const orderingKeyOf = ({ type, body }: Late) =>
    `${type === 'invoice.email' ? 'mail' : 'inv'}:${String(body['invoiceId'])}`
  await insertOperations(
    page,
    model,
    [...late, unknown].map((one) => ({ ...one, lane: orderingKeyOf(one) })),
  )
  await sendUntilRefused(context, late.length + 1)
  await discard(context.english, findCard(context.english, unknown.code))
  context.resolved.add(unknown.code)
  for (const [tab, part] of splitByLanguage(context, late)) {
    await openSyncPage(context, tab)
    for (const one of part) {
      await openAndDiscard(context, tab, one)
      context.resolved.add(one.code)
    }
  }
  await expectNothingLeft(context)
  return usedOpId
}

/**
 * Refusals that none of our operations meets, injected by the proxy: an address that the server does not
 * serve, and a code of the state machine that only the authority's answers get.
 */
export async function resolveUnanswered(context: RefusalContext): Promise<void> {
  const { english, faultProxy: line, resolved } = context
  const { page } = english
  answerNextPush(line, 'invoice.submit', { state: 'refused', code: 'INVOICE_NOT_SUBMITTED' })
  await sell(page)
  await openSyncPage(context, english)
  const card = findCard(english, 'INVOICE_NOT_SUBMITTED')
  await clickResolution(english, card, 'INVOICE_NOT_SUBMITTED')
  await expect(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
  resolved.add('INVOICE_NOT_SUBMITTED')
  await openSyncPage(context, english)
  answerNextPush(line, 'invoice.submit', { state: 'refused', code: 'NOT_FOUND' })
  await card.getByRole('button', { name: 'Send again' }).click()
  await discard(english, findCard(english, 'NOT_FOUND'))
  resolved.add('NOT_FOUND')
  await expectNothingLeft(context)
}
