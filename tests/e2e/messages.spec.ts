import { expect, type Page } from '@playwright/test'
import { openEditor, submit, writeDraft } from './scenes/editor.ts'
import { enter } from './steps/enter.ts'
import { changeRow } from './steps/phone-store.ts'
import { BOTH, type Words, wordsIn } from './steps/words.ts'
import { test } from './world.ts'

/** The messages about invoices (spec §8). English as the specification quotes it, letter for letter. */
const SAYS = {
  en: {
    notSaved: 'Invoice not saved',
    notUpdated: 'Invoice not updated',
    blocked: 'Your account has been blocked by TRA. Please contact us for more details.',
    sendError: 'There an error sending the invoice to TRA',
    missing: 'This Invoice can`t be send, missing data',
    productFirst: 'Please save the product first before submitting the invoice',
    tooMuch: 'Total payments greater than total invoice',
    wrongId: 'The customer identification number is not valid',
    wrongTin: 'Please enter a correct TIN number',
    noSpace: 'This phone has no space left to save',
    noItem: 'Add at least one item',
  },
  sw: {
    notSaved: 'Ankara haijahifadhiwa',
    notUpdated: 'Ankara haijasasishwa',
    blocked: 'Akaunti yako imezuiwa na TRA. Tafadhali wasiliana nasi kwa maelezo zaidi.',
    sendError: 'Hitilafu imetokea wakati wa kutuma ankara TRA',
    missing: 'Ankara hii haiwezi kutumwa, kuna taarifa zinazokosekana',
    productFirst: 'Tafadhali hifadhi bidhaa kwanza kabla ya kuwasilisha ankara',
    tooMuch: 'Jumla ya malipo ni kubwa kuliko jumla ya ankara',
    wrongId: 'Namba ya kitambulisho cha mteja si sahihi',
    wrongTin: 'Tafadhali weka namba sahihi ya TIN',
    noSpace: 'Simu hii haina nafasi ya kuhifadhi',
    noItem: 'Ongeza angalau kipengee kimoja',
  },
} as const

function submitButton(page: Page, words: Words) {
  return page.getByRole('button', { name: words('Submit to TRA'), exact: true })
}

/**
 * Has every write of the page fail as on a full phone; gives what makes room again. The browser's
 * own quota would do, but it looks at it again only after half a minute.
 */
async function fillStorage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const proto = IDBObjectStore.prototype
    const { put, add } = proto
    const refuse = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
    Object.assign(proto, { put: refuse, add: refuse })
    Object.assign(window, { makeRoom: () => Object.assign(proto, { put, add }) })
  })
  return async () => {
    await page.evaluate('window.makeRoom()')
  }
}

for (const language of BOTH) {
  const says = SAYS[language]
  const words = wordsIn(language)

  test.describe(`the messages about invoices in ${language} (spec §8)`, () => {
    test('missing data: an empty invoice is not sent, and says what it lacks', async ({ phone }) => {
      const { page } = phone
      await enter(phone, 'operator', language)
      await openEditor(page)
      await submitButton(page, words).click()
      await expect(page.getByRole('alert').getByText(says.missing)).toBeVisible()
      await expect(page.getByText(says.noItem)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    test('payments above the total are told at once and stop the submission; the amount stays', async ({
      phone,
    }) => {
      const { page } = phone
      await enter(phone, 'operator', language)
      await writeDraft(page, words)
      const amount = page.getByRole('textbox', { name: words('Amount'), exact: true })
      await amount.fill('99999999')
      await expect(page.getByRole('alert').getByText(says.tooMuch)).toBeVisible()
      await submitButton(page, words).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByText(says.tooMuch).first()).toBeVisible()
      await expect(amount).toHaveValue(/^99,?999,?999$/)
    })

    test('a product that is not saved must be saved first', async ({ phone }) => {
      const { page } = phone
      await enter(phone, 'operator', language)
      const id = await writeDraft(page, words)
      await page.goto('/dashboard')
      // As a draft taken over from an accounting package: a line without a product of ours.
      await changeRow(page, 'invoices', id, { lines: { 0: { productId: null } } })
      await page.goto(`/edit-invoice/${id}`)
      await submitButton(page, words).click()
      await expect(page.getByRole('alert').getByText(says.productFirst)).toBeVisible()
      await expect(page.getByRole('article').getByText(says.productFirst)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    test('a customer whose identification is wrong stops the submission', async ({ phone }) => {
      const { page } = phone
      await enter(phone, 'operator', language)
      const id = await writeDraft(page, words)
      await page.goto('/dashboard')
      await changeRow(page, 'invoices', id, {
        customer: {
          name: 'Duka la Zamani',
          identificationType: 'TAX_IDENTIFICATION_NUMBER',
          identificationNumber: '12345',
        },
      })
      await page.goto(`/edit-invoice/${id}`)
      await submitButton(page, words).click()
      await expect(page.getByRole('alert').getByText(says.wrongId)).toBeVisible()
      const customer = page.getByRole('region', { name: words('Customer'), exact: true })
      await expect(customer.getByText(says.wrongTin)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    test('a full phone says that the invoice is not saved, keeps it on the screen, and saves it when there is room (D1)', async ({
      phone,
    }) => {
      const { page } = phone
      await enter(phone, 'operator', language)
      await openEditor(page)
      const reference = page.getByLabel(words('Reference number'))
      const makeRoom = await fillStorage(page)
      await reference.fill('LPO 4471')
      const alert = page.getByRole('alert').filter({ hasText: says.notSaved })
      await expect(alert).toBeVisible({ timeout: 20_000 })
      await expect(alert).toContainText(says.noSpace)
      await expect(reference).toHaveValue('LPO 4471')

      await makeRoom()
      await page.getByRole('button', { name: words('Save draft') }).click()
      await expect(page).toHaveURL(/\/invoices$/)
      await expect(page.getByText('LPO 4471').first()).toBeVisible()
    })

    test('a full phone says that a changed invoice is not updated', async ({ phone }) => {
      const { page } = phone
      await enter(phone, 'operator', language)
      const id = await writeDraft(page, words)
      await page.goto(`/edit-invoice/${id}`)
      const reference = page.getByLabel(words('Reference number'))
      await expect(reference).toBeVisible()
      const makeRoom = await fillStorage(page)
      await reference.fill('LPO 4472')
      const alert = page.getByRole('alert').filter({ hasText: says.notUpdated })
      await expect(alert).toBeVisible({ timeout: 20_000 })
      await expect(alert).toContainText(says.noSpace)
      await expect(reference).toHaveValue('LPO 4472')
      await makeRoom()
      await page.getByRole('button', { name: words('Save draft') }).click()
      await expect(page).toHaveURL(/\/invoices$/)
    })

    test('a company that TRA blocked is told so everywhere, and neither saves nor submits (spec §4)', async ({
      phone,
    }) => {
      const { page } = phone
      await enter(phone, 'blocked', language)
      await expect(page.getByRole('alert').getByText(says.blocked)).toBeVisible()
      await openEditor(page)
      await expect(page.getByRole('alert').getByText(says.blocked).first()).toBeVisible()
      await expect(submitButton(page, words)).toBeDisabled()
      await expect(page.getByRole('button', { name: words('Save draft') })).toBeDisabled()
    })

    test('TRA refusing a receipt is told with the way to mend it, and the repair sends it again', async ({
      phone,
      authority,
    }) => {
      const { page } = phone
      await enter(phone, 'operator', language)
      // 1 is a signature or a form TRA cannot read, others are not public (TRA guide: table of answers).
      for (const code of [1, 902]) {
        await writeDraft(page, words)
        await authority.fault({ kind: 'code', code, times: 1, calls: ['receipt'], message: `No ${code}` })
        await submit(page, words)
        const alert = page.getByRole('alert').filter({ hasText: says.sendError })
        await expect(alert).toBeVisible({ timeout: 30_000 })
        await expect(alert).toContainText(`TRA: No ${code}`)

        await page.getByRole('button', { name: words('Repair and send again') }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: words('Repair and send again') })
          .click()
        await expect(alert).toBeHidden({ timeout: 30_000 })
        await expect(page.locator('[data-status="issued"]')).toBeVisible({ timeout: 30_000 })
      }
    })
  })
}
