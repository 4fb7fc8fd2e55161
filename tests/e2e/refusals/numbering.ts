import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import * as v from 'valibot'
import { invoiceSchema } from '#contract/invoices.ts'
import { contentOf } from '#domain/invoices/content-of.ts'
import type { DemoDatabase } from '../../support/demo-database.ts'
import type { SecondPhone } from '../../support/second-phone.ts'
import { MAIN_TIN } from '../steps/ledger.ts'
import { navigate } from '../steps/navigate.ts'
import { readRows } from '../steps/phone-store.ts'
import { sell, showTab, writeInvoice } from '../steps/sell.ts'
import {
  clickResolution,
  expectNothingLeft,
  findCard,
  openSyncPage,
  type RefusalContext,
  sendUntilRefused,
  sentenceOf,
} from './refusal-context.ts'

const OWN = `where tin = '${MAIN_TIN}'`

/** The server gives no numbers: its clock went back, or it was restored from a backup. One sale waits through both. */
export async function resolvePausedNumbering(context: RefusalContext, database: DemoDatabase): Promise<void> {
  const { english, resolved } = context
  const { page } = english
  const main = page.locator('main')
  const [before] = await database.run(`select last_issued_at, next_gc from fiscal_identities ${OWN}`)
  await database.run(`update fiscal_identities set last_issued_at = now() + interval '1 hour' ${OWN}`)
  await sell(page)
  await openSyncPage(context, english)
  // Beside it the draft of the same sale may still be on its way.
  const card = main.getByRole('article').filter({ hasText: 'Submit an invoice' })
  await expect(card).toContainText(sentenceOf('CLOCK_BEHIND_LAST_RECEIPT', english), { timeout: 45_000 })
  resolved.add('CLOCK_BEHIND_LAST_RECEIPT')

  // As after a restore (design D16): its numbering stops until the owner says how far the authority's own
  // numbers go.
  await database.run(`update fiscal_identities set last_issued_at = $1, state = 'held' ${OWN}`, [
    before?.['last_issued_at'],
  ])
  await database.run(
    `insert into numbering_holds
      (identity_id, epoch, company_id, opened_at, backup_at, from_gc, prior_state, prior_reason)
      select id, $1, company_id, now(), now() - interval '1 hour', next_gc, 'active', '' from fiscal_identities ${OWN}`,
    [randomUUID()],
  )
  await main.getByRole('button', { name: 'Send now' }).click()
  await clickResolution(english, findCard(english, 'FISCAL_NUMBERING_HELD'), 'FISCAL_NUMBERING_HELD')
  const dialog = page.getByRole('dialog', { name: 'Last receipt number' })
  const field = dialog.getByLabel('Last receipt number')
  const goOn = dialog.getByRole('button', { name: 'Continue numbering' })
  const last = Number(before?.['next_gc']) - 1
  await field.fill(String(last - 1))
  await goOn.click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill(String(last))
  await goOn.click()
  await expect(dialog).toBeHidden()
  resolved.add('FISCAL_NUMBERING_HELD')
  await expectNothingLeft(context)
}

/** The company has no device at the authority yet: a sale waits for it, and is sent again when it has one. */
export async function resolveMissingIdentity(context: RefusalContext, database: DemoDatabase): Promise<void> {
  const { swahili, english, resolved } = context
  await database.run(`update fiscal_identities set retired_at = now() ${OWN}`)
  await sell(english.page)
  await openSyncPage(context, swahili)
  const card = findCard(swahili, 'FISCAL_IDENTITY_MISSING')
  await expect(card).toBeVisible({ timeout: 45_000 })
  await database.run(`update fiscal_identities set retired_at = null ${OWN}`)
  await clickResolution(swahili, card, 'FISCAL_IDENTITY_MISSING')
  resolved.add('FISCAL_IDENTITY_MISSING')
  await expectNothingLeft(context)
}

/** Two people wrote one draft: the one who came later keeps theirs beside it. */
export async function resolveChangedElsewhere(context: RefusalContext, second: SecondPhone): Promise<void> {
  const { english, phone, resolved } = context
  const { page } = english
  await navigate(page, '/invoices')
  const invoiceId = await writeInvoice(page)
  const known = async () => (await readRows(page, 'invoices')).find((row) => row['id'] === invoiceId)
  await expect.poll(async () => Number((await known())?.['rev']), { timeout: 45_000 }).toBeGreaterThan(0)
  // A second autosave may still be about to begin, or on its way: its answer must be here before the line is cut.
  await showTab(page, 'Cart')
  await expect(page.getByText('Draft saved')).toBeVisible()
  const unsent = async () => (await readRows(page, 'outbox')).filter(({ state }) => state !== 'done').length
  await expect.poll(unsent, { timeout: 45_000 }).toBe(0)
  await phone.context.setOffline(true)
  const { rev: baseRev, saleAt, totals, ...draft } = v.parse(invoiceSchema, await known())
  const content = { ...contentOf(draft), reference: 'LPO ya mwingine' }
  await second.push([{ type: 'invoice.save', body: { invoiceId, baseRev, saleAt, content, totals } }])
  await page.getByLabel('Reference number').fill('LPO yangu')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await openSyncPage(context, english)
  await sendUntilRefused(context, 1)
  await clickResolution(english, findCard(english, 'INVOICE_CHANGED_ELSEWHERE'), 'INVOICE_CHANGED_ELSEWHERE')
  await expect(page).toHaveURL(/\/edit-invoice\//)
  resolved.add('INVOICE_CHANGED_ELSEWHERE')
  await expectNothingLeft(context)
  const texts = (await readRows(page, 'invoices')).map((row) => row['reference'])
  expect(texts).toEqual(expect.arrayContaining(['LPO ya mwingine', 'LPO yangu']))
}
