import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { MAIN_TIN, watchLedger } from './steps/ledger.ts'
import { expectAllSent, expectIssued, openSending } from './steps/outbox.ts'
import { readPaper } from './steps/receipt.ts'
import { askToSubmit, confirmSubmit, sell, showTab, writeInvoice } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'

/** How much sugar is in the cart. */
function quantityIn(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Quantity of Sukari' })
}

test.describe('two tabs', () => {
  test('the same draft submitted in two tabs at once is one invoice and one receipt (E2)', async ({
    phone,
    authority,
    owner,
  }) => {
    const { page, openTab } = phone
    await signIn(page)
    const ledger = await watchLedger(authority, owner)
    const id = await writeInvoice(page)
    const other = await openTab()
    await other.goto(`/edit-invoice/${id}`)
    await expect(other.getByRole('heading', { name: 'Edit invoice' })).toBeVisible()
    const buttons = [await askToSubmit(page), await askToSubmit(other)]
    // At the same moment, by one message to both: a later click would find the sheet closed.
    await Promise.all(
      buttons.map((button) =>
        button.evaluate((last: HTMLElement) => {
          new BroadcastChannel('press').onmessage = () => last.click()
        }),
      ),
    )
    await page.evaluate(() => new BroadcastChannel('press').postMessage('now'))
    // Both windows say what is true: it is kept.
    await expect(page.getByText(/^Saved on this/)).toBeVisible()
    await expect(other.getByText(/^Saved on this/)).toBeVisible()
    await expectAllSent(page)
    await ledger.grownBy(1)
    await expectIssued(page, [id])
    const { code } = await readPaper(page)
    await other.goto(`/invoice/${id}`)
    expect((await readPaper(other)).code).toBe(code)
  })

  test('a draft that is changed in one tab is shown changed in the other, which does not overwrite it (offline design 3.10)', async ({
    phone,
  }) => {
    const { page, openTab } = phone
    await signIn(page)
    const id = await writeInvoice(page)
    const other = await openTab()
    await other.goto(`/edit-invoice/${id}`)
    await showTab(other, 'Cart')
    await expect(quantityIn(other)).toHaveValue('1')
    await page.bringToFront()
    await showTab(page, 'Cart')
    await quantityIn(page).fill('4')
    await other.bringToFront()
    await expect(other.getByText(/^This invoice was changed on another phone/)).toBeVisible()
    await showTab(other, 'Cart')
    await expect(quantityIn(other)).toHaveValue('4')
    await quantityIn(other).fill('5')
    await page.bringToFront()
    await showTab(page, 'Cart')
    await expect(quantityIn(page)).toHaveValue('5')
    await expect(page.getByText(/second draft/)).toBeHidden()
  })

  test('a double tap on the last button submits once', async ({ phone, authority, owner }) => {
    const { page } = phone
    await signIn(page)
    const ledger = await watchLedger(authority, owner)
    const id = await writeInvoice(page)
    await (await askToSubmit(page)).dblclick()
    await expect(page.getByText(/^Saved on this/)).toBeVisible()
    await expectAllSent(page)
    await ledger.grownBy(1)
    await expectIssued(page, [id])
  })

  test('two tabs and the worker, all awake when the connection returns, send each invoice once (E1, E6)', async ({
    phone,
    authority,
    owner,
  }) => {
    const { page, context, openTab } = phone
    await signIn(page)
    const ledger = await watchLedger(authority, owner)
    await context.setOffline(true)
    const other = await openTab()
    await other.goto('/invoices')
    const ids = [await sell(page), await sell(other), await sell(page)]
    await context.setOffline(false)
    await expectAllSent(other)
    await ledger.grownBy(3)
    await expectIssued(other, ids)
    await expectAllSent(page)
  })
})

test.describe('two phones of one company', () => {
  // The receipts of other tests on this server have no logo.
  test.afterEach(async ({ demo }) => {
    await demo.database.run('update companies set logo = null where tin = $1', [MAIN_TIN])
  })

  test('both sell offline and come back: the numbers have no gap, and each sees what the other sold', async ({
    newPhone,
    authority,
    owner,
  }) => {
    const [first, second] = [await newPhone(), await newPhone({ locale: 'en-TZ' })]
    await signIn(first.page)
    await signIn(second.page, 'owner')
    const ledger = await watchLedger(authority, owner)
    await first.context.setOffline(true)
    await second.context.setOffline(true)
    const ofFirst = [await sell(first.page), await sell(first.page)]
    const ofSecond = [await sell(second.page), await sell(second.page)]
    await Promise.all([first.context.setOffline(false), second.context.setOffline(false)])
    await expectAllSent(first.page)
    await expectAllSent(second.page)
    await expectIssued(first.page, [...ofFirst, ...ofSecond])
    await ledger.grownBy(4)
    await expectIssued(second.page, [...ofFirst, ...ofSecond])

    // The owner chooses a logo on one phone: the receipt on the other has it after the next pull.
    const logo = 'svg[aria-hidden="true"] path[fill="#000"]'
    const paper = first.page.getByRole('article', { name: 'Receipt' })
    const expectLogos = (count: number) =>
      expect(async () => {
        await openSending(first.page)
        await first.page.getByRole('button', { name: 'Send now' }).click()
        await expect(first.page.getByRole('button', { name: 'Send now' })).toBeEnabled()
        await expect(paper.locator(logo)).toHaveCount(count, { timeout: 2_000 })
      }).toPass({ timeout: 60_000 })
    await first.page.goto(`/invoice/${ofFirst[0]}`)
    await expect(paper).toBeVisible()
    await expect(paper.locator(logo)).toHaveCount(0)
    await second.page.goto('/settings')
    const section = second.page.getByRole('region', { name: 'Logo on receipts' })
    await section.locator('input[type="file"]').setInputFiles('public/icons/icon-192.png')
    await expect(section.locator(logo)).toBeVisible()
    await expectLogos(1)
    expect(await paper.locator(logo).getAttribute('d')).toBe(await section.locator(logo).getAttribute('d'))
    await section.getByRole('button', { name: 'Remove the logo' }).click()
    await expectLogos(0)
  })

  test('a draft that both phones have, submitted on both while offline, is one receipt, and both show it', async ({
    newPhone,
    authority,
    owner,
  }) => {
    const [first, second] = [await newPhone(), await newPhone()]
    await signIn(first.page)
    await signIn(second.page, 'owner')
    const ledger = await watchLedger(authority, owner)
    const id = await writeInvoice(first.page)
    await showTab(first.page, 'Cart')
    await first.page.getByRole('button', { name: 'Save draft' }).click()
    await expect(first.page).toHaveURL(/\/invoices$/)
    await expectAllSent(first.page)
    await expect(async () => {
      await openSending(second.page)
      await second.page.getByRole('button', { name: 'Send now' }).click()
      await expect(second.page.getByRole('button', { name: 'Send now' })).toBeEnabled()
      await second.page.goto(`/edit-invoice/${id}`)
      await expect(second.page.getByRole('heading', { name: 'Edit invoice' })).toBeVisible({
        timeout: 10_000,
      })
    }).toPass({ timeout: 120_000 })
    await first.page.goto(`/edit-invoice/${id}`)
    await first.context.setOffline(true)
    await second.context.setOffline(true)
    for (const { page } of [first, second]) {
      await askToSubmit(page)
      await confirmSubmit(page)
    }
    await Promise.all([first.context.setOffline(false), second.context.setOffline(false)])
    const codes: string[] = []
    for (const { page } of [first, second]) {
      await expectAllSent(page)
      await expectIssued(page, [id])
      codes.push((await readPaper(page)).code)
    }
    expect(codes[1]).toBe(codes[0])
    await ledger.grownBy(1)
  })
})
