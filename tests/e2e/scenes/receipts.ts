import { expect } from '@playwright/test'
import { addDays, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { tapMoreAction } from '../steps/more-actions.ts'
import { changeRow } from '../steps/phone-store.ts'
import { readyOffline } from '../steps/sign-in.ts'
import { leaveSent, submit, writeDraft } from './editor.ts'
import type { Scene, SceneContext } from './scene-context.ts'

/** A receipt of an earlier day: no other test has mailed it or taken goods of it back. */
async function openIssued({ page, translate: words }: SceneContext): Promise<void> {
  const yesterday = addDays(fiscalDayOf(toInstant(Date.now())), -1)
  await page.goto(`/invoices?status=issued&to=${yesterday}`)
  await page.getByRole('link', { name: /Tsh/ }).first().click()
  await expect(page.getByRole('article', { name: words('Receipt'), exact: true })).toBeVisible({
    timeout: 60_000,
  })
}

async function openPrint({ page, translate: words }: SceneContext): Promise<void> {
  await page.getByRole('button', { name: words('Print'), exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('article')).toBeVisible()
}

/** Submits while offline, so that the invoice waits. */
export async function submitOffline({ phone, page, translate: words }: SceneContext): Promise<void> {
  await writeDraft(page, words)
  await phone.context.setOffline(true)
  await submit(page, words)
}

/** Lets what waits go out, and waits until it is gone. */
export async function sendAll({ phone, page, translate: words }: SceneContext): Promise<void> {
  await phone.context.setOffline(false)
  await page.goto('/sync')
  await expect(page.getByText(words('Everything is sent'))).toBeVisible({ timeout: 60_000 })
}

/** Makes the server refuse a submission: the phone has a product that the server does not know. */
async function provokeRefusal({ page, translate: words }: SceneContext): Promise<void> {
  const id = await writeDraft(page, words)
  await leaveSent(page, words)
  await changeRow(page, 'invoices', id, {
    lines: { 0: { productId: '01935000-0000-7000-8000-00000000dead' } },
  })
  await page.goto(`/edit-invoice/${id}`)
  await submit(page, words)
  await page.goto('/sync')
  await expect(page.getByText(words('A product on this invoice is not on the server'))).toBeVisible({
    timeout: 60_000,
  })
}

async function discardRefused({ page, translate: words }: SceneContext): Promise<void> {
  await page.goto('/sync')
  await page
    .getByRole('button', { name: words('Discard'), exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: words('Discard'), exact: true }).click()
  await expect(page.getByText(words('Everything is sent'))).toBeVisible({ timeout: 60_000 })
}

/** Has TRA refuse a receipt for its form. */
export async function refusedByTra(context: SceneContext): Promise<void> {
  const { page, translate: words, authority, owner } = context
  await writeDraft(page, words)
  // A receipt of an earlier scene that is still on its way would meet the refusal in place of this one.
  await expect.poll(() => owner.waitingReceipts(), { timeout: 60_000 }).toBe(0)
  await authority.fault({ kind: 'code', code: 1, times: 1, calls: ['receipt'], message: 'Invalid Signature' })
  await submit(page, words)
  await expect(page.getByRole('button', { name: words('Repair and send again') })).toBeVisible({
    timeout: 60_000,
  })
}

/** Repairs what TRA refused, from the receipt or from the open question. */
export async function repair({ page, translate: words }: SceneContext): Promise<void> {
  const dialog = page.getByRole('dialog')
  const button = { name: words('Repair and send again') }
  if (!(await dialog.isVisible())) await page.getByRole('button', button).click()
  await dialog.getByRole('button', button).click()
  await expect(page.locator('[data-status="issued"]')).toBeVisible({ timeout: 60_000 })
}

/** Receipts in every state, and the screen of what waits. Some continue where the one before them ended. */
export const RECEIPT_SCENES: readonly Scene[] = [
  { name: 'receipt issued', open: openIssued },
  {
    name: 'receipt, more actions',
    open: async ({ page, translate: words }) => {
      await page.getByRole('button', { name: words('More actions') }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'receipt, asking whether to tell',
    open: async (context) => {
      await context.phone.context.grantPermissions(['notifications'])
      await openIssued(context)
      await expect(context.page.getByRole('button', { name: context.translate('Turn on') })).toBeVisible()
    },
    after: async ({ phone }) => await phone.context.clearPermissions(),
  },
  ...(['58 mm', '80 mm', 'A4'] as const).map(
    (paper, index): Scene => ({
      name: `printing a receipt on ${paper}`,
      open: async (context) => {
        if (index === 0) {
          await openIssued(context)
          await openPrint(context)
        }
        await context.page.getByRole('dialog').getByText(paper, { exact: true }).click()
      },
    }),
  ),
  {
    name: 'printing a receipt on a printer of its own',
    open: async ({ page, translate: words }) => {
      const sheet = page.getByRole('dialog')
      await sheet.getByText('58 mm', { exact: true }).click()
      const printer = sheet.getByLabel(words('Printer'), { exact: true })
      await printer.selectOption({ label: words('Serial printer') })
      await expect(sheet.getByRole('button', { name: words('Another printer') })).toBeVisible()
    },
    after: async ({ page, translate: words }) => {
      const sheet = page.getByRole('dialog')
      const printer = sheet.getByLabel(words('Printer'), { exact: true })
      await printer.selectOption({ label: words('Browser print') })
      await expect(sheet.getByRole('button', { name: words('Another printer') })).toHaveCount(0)
    },
  },
  {
    name: 'sharing a receipt, wrong number',
    notifications: true,
    open: async (context) => {
      const { page, translate: words } = context
      await openIssued(context)
      await page.getByRole('button', { name: words('Share'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words("Customer's phone number")).fill('12')
      await expect(dialog.locator('[aria-invalid="true"]')).toBeVisible()
    },
  },
  {
    name: 'cancel a receipt, refused without a reason',
    open: async (context) => {
      const { page, translate: words } = context
      await openIssued(context)
      await tapMoreAction(page, 'Cancel the invoice', words)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: words('Cancel the invoice') }).click()
      await expect(dialog.locator('[aria-invalid="true"]')).toBeVisible()
    },
  },
  {
    name: 'receipt canceled',
    open: async ({ page, translate: words }) => {
      await page.goto('/invoices?status=canceled')
      await page.getByRole('link', { name: /Tsh/ }).first().click()
      await expect(page.getByRole('article', { name: words('Receipt'), exact: true })).toBeVisible({
        timeout: 60_000,
      })
    },
  },
  {
    name: 'mailing an invoice',
    open: async (context) => {
      await openIssued(context)
      const { page, translate: words } = context
      await tapMoreAction(page, 'Email to customer', words)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words('Email'), { exact: true }).fill('mteja@')
      await dialog.getByRole('button', { name: words('Send', 'send a mail'), exact: true }).click()
      await expect(dialog.locator('[aria-invalid="true"]')).toBeVisible()
    },
  },
  {
    name: 'refunding, line by line',
    open: async (context) => {
      await openIssued(context)
      const { page, translate: words } = context
      await tapMoreAction(page, 'Refund', words)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('checkbox').first().click()
      await expect(dialog.getByRole('button', { name: /Tsh/ })).toBeEnabled()
    },
  },
  {
    name: 'receipt with a refund and a mail that wait, offline',
    keptWords: ['Refund saved. The credit note gets its number from the server'],
    notifications: true,
    open: async (context) => {
      const { phone, page, translate: words } = context
      await openIssued(context)
      await phone.context.setOffline(true)
      await tapMoreAction(page, 'Email to customer', words)
      const mail = page.getByRole('dialog')
      await mail.getByLabel(words('Email'), { exact: true }).fill('hakuna@mteja.invalid')
      await mail.getByRole('button', { name: words('Send', 'send a mail'), exact: true }).click()
      await tapMoreAction(page, 'Refund', words)
      const refund = page.getByRole('dialog')
      await refund.getByRole('button', { name: words('Select all items') }).click()
      await refund.getByLabel(words('Reason')).fill('Imeharibika')
      await refund.getByRole('button', { name: /Tsh/ }).click()
      await expect(page.getByRole('region', { name: words('Refunds') })).toBeVisible()
    },
    after: sendAll,
  },
  { name: 'receipt refused by TRA', notifications: true, open: refusedByTra },
  {
    name: 'repairing a receipt',
    notifications: true,
    open: async ({ page, translate: words }) => {
      await page.getByRole('button', { name: words('Repair and send again') }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    after: repair,
  },
  {
    name: 'an issued invoice cannot be edited',
    open: async (context) => {
      await openIssued(context)
      await context.page.goto(context.page.url().replace('/invoice/', '/edit-invoice/'))
      await expect(
        context.page.getByText(context.translate('This invoice is no longer a draft')),
      ).toBeVisible()
    },
  },
  {
    name: 'an unknown invoice',
    open: async ({ page, translate: words }) => {
      await page.goto('/invoice/01935000-0000-7000-8000-00000000beef')
      await expect(page.getByText(words('The invoice was not found'))).toBeVisible()
    },
  },
  {
    name: 'an older invoice without a line',
    notifications: true,
    open: async ({ phone, page, translate: words }) => {
      await readyOffline(page)
      await phone.context.setOffline(true)
      await page.goto('/invoice/01935000-0000-7000-8000-00000000beef')
      await expect(page.getByText(words('This invoice is not on this phone'))).toBeVisible()
    },
    after: async ({ phone }) => await phone.context.setOffline(false),
  },
  { name: 'receipt waiting to be sent, offline', open: submitOffline },
  {
    name: 'work waiting, offline',
    notifications: true,
    open: async ({ page, translate: words }) => {
      await page.goto('/sync')
      await expect(page.getByRole('button', { name: words('Back to draft') })).toBeVisible()
    },
  },
  {
    name: 'leaving with work waiting',
    notifications: true,
    open: async ({ page, translate: words }) => {
      await page.goto('/dashboard')
      await page.getByRole('button', { name: words('More'), exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words('Log out') })
        .click()
      await expect(page.getByRole('button', { name: words('Log out, send later') })).toBeVisible()
    },
    after: sendAll,
  },
  { name: 'work refused', notifications: true, open: provokeRefusal },
  {
    name: 'discarding refused work',
    notifications: true,
    open: async ({ page, translate: words }) => {
      await page
        .getByRole('button', { name: words('Discard'), exact: true })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    after: discardRefused,
  },
]
