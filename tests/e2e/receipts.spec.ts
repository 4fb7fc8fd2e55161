import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { PAPER_SIZES, PAPERS } from '#domain/receipts/paper-size.ts'
import { readEscpos } from '../support/read-escpos.ts'
import { readPdf } from '../support/read-pdf.ts'
import { expect, type Phone, test } from './fixtures.ts'
import { findFlaws } from './scenes/find-flaws.ts'
import { readStubOutput, stubDevices } from './steps/device-stubs.ts'
import { daysBeforeToday } from './steps/last-days.ts'
import { expectAllSent, expectStatus } from './steps/outbox.ts'
import { type PlacedText, placedTexts, rowsOf } from './steps/placed-texts.ts'
import { readPaper } from './steps/receipt.ts'
import { SMALL_SALE, sell } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'
import { BOTH } from './steps/translate.ts'

const COPY = 'COPY - NAKALA'

async function openPrint(page: Page) {
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Print' })
  await expect(sheet.getByRole('article', { name: 'Receipt' })).toBeVisible()
  return sheet
}

/**
 * The same rows at the same places: every text of the preview begins where one on the paper begins, to a millimetre.
 * A screen rounds the height of each row to its pixels, which adds up to one part in a hundred down the paper.
 */
function expectSamePaper(printed: readonly PlacedText[], preview: readonly PlacedText[]): void {
  const paper = rowsOf(printed)
  const shown = rowsOf(preview)
  expect(paper.map(({ text }) => text)).toEqual(shown.map(({ text }) => text))
  for (const [index, { text, y, starts }] of shown.entries()) {
    expect(Math.abs((paper[index]?.y ?? 0) - y), `height of ${text}`).toBeLessThan(1 + y / 100)
    for (const x of starts) {
      const near = Math.min(...(paper[index]?.starts ?? []).map((start) => Math.abs(start - x)))
      expect(near, `place of ${text} at ${x}`).toBeLessThan(1)
    }
  }
}

/** What a customer with any phone would call broken about the public page, in both languages, light and dark. */
async function publicReceiptFlaws({ context }: Phone, link: string): Promise<string[]> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 320, height: 640 })
  const flaws: string[] = []
  for (const language of BOTH) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${link}?lang=${language}`)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = [...violations.map(({ id }) => id), ...(await page.evaluate(findFlaws, { touch: true }))]
      flaws.push(...found.map((flaw) => `${language}, ${colorScheme}: ${flaw}`))
      if (process.env['SCREENS'] !== '1') continue
      await page.screenshot({
        path: test.info().outputPath(`slip-${language}-${colorScheme}.png`),
        fullPage: true,
      })
    }
  }
  await page.close()
  return flaws
}

test('what the browser prints at 58, 80 mm and A4 is what the preview shows, and every paper after the first is a copy (TRA guide: a reprint says so)', async ({
  newPhone,
}) => {
  const { page } = await newPhone({ viewport: { width: 1280, height: 900 } })
  await signIn(page)
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-asked-to-print', 'yes')
  })
  // What was sold today may have been mailed or refunded from another phone of this company.
  await page.goto(`/invoices?status=issued&${daysBeforeToday()}`)
  await page.getByRole('grid', { name: 'Invoices' }).getByRole('row', { name: /Tsh/ }).first().click()
  await page.getByRole('link', { name: 'Open the invoice' }).click()
  // Another phone sold it, and may have given out the original.
  await expect((await openPrint(page)).getByRole('status')).toContainText('did not issue this receipt')
  await page.goto('/invoices')
  const id = await sell(page, SMALL_SALE)
  await expectAllSent(page)
  await page.goto(`/invoice/${id}`)
  for (const [index, size] of PAPER_SIZES.entries()) {
    const sheet = await openPrint(page)
    await sheet.getByText(size === 'A4' ? 'A4' : `${size} mm`, { exact: true }).click()
    const paper = sheet.getByRole('article', { name: 'Receipt' })
    await expect(paper).toHaveAttribute('data-size', size)
    await expect(paper.getByText(COPY)).toHaveCount(index === 0 ? 0 : 1)
    const preview = await placedTexts(paper, PAPERS[size].width)
    await sheet.getByRole('button', { name: 'Print', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-asked-to-print', 'yes')
    const pages = readPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))
    expect(pages).toHaveLength(1)
    expect(pages[0]?.width).toBeCloseTo(PAPERS[size].width, 0)
    expectSamePaper(pages[0]?.texts ?? [], preview)
    await page.reload()
  }
})

test('an offline phone makes the PDF, the link waits for the receipt, and printer and other apps get it byte for byte once it is there (design D16)', async ({
  phone,
  faultProxy: line,
}) => {
  const { page, context } = phone
  await stubDevices(page)
  await signIn(page)
  await context.setOffline(true)
  const id = await sell(page, SMALL_SALE)
  await page.goto(`/invoice/${id}`)

  const share = async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Share' })
    await sheet.getByRole('button', { name: 'Send the PDF' }).click()
    return sheet
  }
  const sheet = await share()
  await expect.poll(async () => (await readStubOutput(page)).shared.length).toBe(1)
  const [draft] = (await readStubOutput(page)).shared
  const textsOf = (bytes: Uint8Array) => readPdf(bytes).flatMap(({ texts }) => texts.map(({ text }) => text))
  expect(draft && textsOf(draft.bytes)).toContain('Not a fiscal receipt')

  await sheet.getByLabel("Customer's phone number").fill('700 000 101')
  const chat = new URL((await sheet.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '')
  expect(chat.origin + chat.pathname).toBe('https://wa.me/255700000101')
  const link = /http\S+\/slip\/[\w-]{22}/.exec(chat.searchParams.get('text') ?? '')?.[0] ?? ''
  // The customer has a connection of their own.
  const publicReceipt = async () => await (await fetch(`${line.url}${new URL(link).pathname}?lang=en`)).text()
  expect(await publicReceipt()).toContain('Waiting for the receipt')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await context.setOffline(false)
  await expectAllSent(page)
  await expectStatus(page, id, 'Issued')
  const { code, verifyUrl, figures } = await readPaper(page)
  for (const text of [code, figures.total, figures.z]) expect(await publicReceipt()).toContain(text)

  expect(await publicReceiptFlaws(phone, link)).toEqual([])

  await page.goto(`/invoice/${id}`)
  await share()
  await expect.poll(async () => (await readStubOutput(page)).shared.length).toBe(1)
  const [original] = (await readStubOutput(page)).shared
  expect(original?.name).toBe(`risiti-${code}.pdf`)
  expect(original && textsOf(original.bytes)).toEqual(expect.arrayContaining([code, `Tsh ${figures.total}`]))
  expect(original && textsOf(original.bytes)).not.toContain(COPY)

  await page.reload()
  const print = await openPrint(page)
  await print.getByText('58 mm', { exact: true }).click()
  await print.getByLabel('Printer').selectOption({ label: 'Serial printer' })
  const roll = print.getByRole('article', { name: 'Receipt' })
  await expect(roll.getByText(COPY)).toBeVisible()
  const preview = await roll.locator('[data-centred]').allTextContents()
  await print.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.getByText('Receipt printed')).toBeVisible()
  const { rows, cuts } = readEscpos((await readStubOutput(page)).printed)
  expect(rows.flatMap((row) => (row.kind === 'text' ? [row.text] : []))).toEqual(preview)
  expect(rows.filter(({ kind }) => kind === 'qr')).toMatchObject([{ text: verifyUrl }])
  expect(cuts).toBe(1)
})
