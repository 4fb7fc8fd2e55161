import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { finishSale } from '../scenes/editor.ts'
import { latestWork, leaveWork, type Wrong } from '../steps/left-work.ts'
import type { MendedCode } from '../steps/refusal-sentences.ts'
import { sell } from '../steps/sell.ts'
import {
  cardOf,
  expectNothingLeft,
  openSyncPage,
  type Stage,
  sendUntilRefused,
  sentenceOf,
  shared,
  type Tab,
  touchMending,
} from './stage.ts'

type Fields = Record<string, unknown>
type SaleRefusal = {
  readonly code: MendedCode
  readonly wrong: Wrong
  /** What is done in the editor; nothing where submitting again is enough. */
  readonly mend?: (tab: Tab) => Promise<void>
}

/** Only the operation is wrong: the invoice on the phone is sound. */
function wrongContent(change: (content: Fields) => Fields): Wrong {
  return {
    body: (said) => {
      const content = said['content'] as Fields
      return { ...said, content: { ...content, ...change(content) } }
    },
  }
}

function firstLine(change: Fields) {
  return ({ lines }: Fields) => ({ lines: (lines as Fields[]).map((line) => ({ ...line, ...change })) })
}

const saveTheProduct = async ({ page, words }: Tab) => {
  const mend = page.getByRole('button', { name: words('Save the product') })
  await expect(mend).toBeFocused()
  await mend.click()
  await expect(mend).toBeHidden()
}

/** What is refused about a sale when an older app, or a broken one, wrote it. */
function refusalsOf(record: Fields, usedOpId: string): SaleRefusal[] {
  /** The invoice on the phone is wrong, too: it is mended at its field. */
  const bothWrong = (change: (content: Fields) => Fields): Wrong => {
    return { record: change(record), ...wrongContent(change) }
  }
  const atField =
    (good: string) =>
    async ({ page }: Tab) => {
      const field = page.locator('main [aria-invalid="true"]').first()
      await expect(field).toBeFocused()
      const mended = page.locator(':focus')
      await page.keyboard.type(good)
      await expect(mended).toHaveValue(good)
    }
  const twice = ({ lines }: Fields) => {
    const [line = {}] = lines as Fields[]
    return { lines: [line, { ...line, id: randomUUID(), rate: 1700 }] }
  }
  const payments = (amount: number) => ({ payments: [{ type: 'cash', amount }] })
  const customer = (change: Fields) => (content: Fields) => ({
    customer: { ...(content['customer'] as Fields), ...change },
  })
  const namedByTin = {
    identificationType: 'TAX_IDENTIFICATION_NUMBER',
    identificationNumber: '123456789',
    name: '',
  }
  return [
    {
      code: 'INVOICE_PRODUCT_UNKNOWN',
      wrong: bothWrong(firstLine({ productId: randomUUID() })),
      mend: saveTheProduct,
    },
    {
      code: 'INVOICE_PRODUCT_NOT_SAVED',
      wrong: bothWrong(firstLine({ productId: null })),
      mend: saveTheProduct,
    },
    {
      code: 'INVOICE_LINE_PRICE_REQUIRED',
      wrong: bothWrong(firstLine({ unitPrice: 0 })),
      mend: atField('3000'),
    },
    {
      code: 'INVOICE_LINE_QUANTITY_REQUIRED',
      wrong: bothWrong(firstLine({ quantity: 0 })),
      mend: atField('2'),
    },
    { code: 'INVOICE_LINE_DESCRIPTION_REQUIRED', wrong: wrongContent(firstLine({ description: ' ' })) },
    { code: 'INVOICE_NO_LINES', wrong: wrongContent(() => ({ lines: [] })) },
    { code: 'INVOICE_TOTAL_NOT_POSITIVE', wrong: wrongContent(firstLine({ discount: 10_000 })) },
    {
      code: 'INVOICE_TOTAL_TOO_LARGE',
      wrong: wrongContent(firstLine({ unitPrice: 99_999_999_900, quantity: 2_000 })),
    },
    { code: 'INVOICE_PAYMENTS_EXCEED_TOTAL', wrong: wrongContent(() => payments(99_999_999_900)) },
    { code: 'INVOICE_PAYMENT_NOT_POSITIVE', wrong: wrongContent(() => payments(0)) },
    { code: 'INVOICE_LINE_RATES_DIFFER', wrong: wrongContent(twice) },
    { code: 'INVOICE_RATE_UNKNOWN', wrong: wrongContent(firstLine({ rate: 1700 })) },
    {
      code: 'INVOICE_CUSTOMER_UNKNOWN',
      wrong: wrongContent(customer({ customerId: randomUUID(), name: 'Asha' })),
    },
    { code: 'INVOICE_CUSTOMER_NAME_REQUIRED', wrong: wrongContent(customer(namedByTin)) },
    {
      code: 'INVOICE_TOTALS_DIFFER',
      wrong: {
        body: (said) => ({ ...said, totals: { ...(said['totals'] as Fields), totalIncludingTax: 1 } }),
      },
    },
    { code: 'REQUEST_TOO_LARGE', wrong: wrongContent(() => ({ reference: 'R'.repeat(1_100_000) })) },
    // The disk of the phone lost what it had written.
    { code: 'OPERATION_INVALID', wrong: { entry: { bodyHash: '0'.repeat(64) } } },
    { code: 'OPERATION_REUSED', wrong: { entry: { opId: usedOpId } } },
  ]
}

/** Opens refused work in the editor, mends it there and sells it. */
async function mendInEditor(tab: Tab, { code, mend }: SaleRefusal): Promise<void> {
  const { page, words } = tab
  await touchMending(tab, cardOf(tab, code), code)
  await page.waitForURL(/\/edit-invoice\//, { waitUntil: 'commit' })
  await page.getByText(sentenceOf(code, tab)).first().waitFor()
  await mend?.(tab)
  await finishSale(page, words)
}

/** Leaves sales that the server refuses and mends each in the editor. Gives how many were sold in all. */
export async function mendSales(stage: Stage, usedOpId: string): Promise<number> {
  const { page } = stage.english
  await stage.phone.context.setOffline(true)
  await sell(page)
  const model = await latestWork(page, 'invoice.submit')
  const refusals = refusalsOf(model.record, usedOpId)
  await leaveWork(
    page,
    model,
    refusals.map(({ wrong }) => wrong),
  )
  await sendUntilRefused(stage, refusals.length)
  for (const [tab, part] of shared(stage, refusals)) {
    for (const refusal of part) {
      await openSyncPage(stage, tab)
      await mendInEditor(tab, refusal)
      stage.mended.add(refusal.code)
    }
  }
  await expectNothingLeft(stage)
  return refusals.length + 1
}
