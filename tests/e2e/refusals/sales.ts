import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { finishSale } from '../scenes/editor.ts'
import { findLatestWork, insertBrokenWork, type Wrong } from '../steps/insert-broken-work.ts'
import type { ResolvableCode } from '../steps/refusal-sentences.ts'
import { sell } from '../steps/sell.ts'
import {
  clickResolution,
  expectNothingLeft,
  findCard,
  openSyncPage,
  type RefusalContext,
  sendUntilRefused,
  sentenceOf,
  splitByLanguage,
  type Tab,
} from './refusal-context.ts'

type Fields = Record<string, unknown>
type SaleRefusal = {
  readonly code: ResolvableCode
  readonly wrong: Wrong
  /** What is done in the editor; nothing where submitting again is enough. */
  readonly resolve?: (tab: Tab) => Promise<void>
}

/** Only the operation is wrong: the invoice on the phone is valid. */
function wrongContent(change: (content: Fields) => Fields): Wrong {
  return {
    body: (payload) => {
      const content = payload['content'] as Fields
      return { ...payload, content: { ...content, ...change(content) } }
    },
  }
}

function firstLine(change: Fields) {
  return ({ lines }: Fields) => ({ lines: (lines as Fields[]).map((line) => ({ ...line, ...change })) })
}

const saveTheProduct = async ({ page, translate: words }: Tab) => {
  const resolve = page.getByRole('button', { name: words('Save the product') })
  await expect(resolve).toBeFocused()
  await resolve.click()
  await expect(resolve).toBeHidden()
}

/** What is refused about a sale when an older app, or a broken one, wrote it. */
function refusalsOf(record: Fields, usedOpId: string): SaleRefusal[] {
  /** The invoice on the phone is wrong too: it is corrected at its field. */
  const bothWrong = (change: (content: Fields) => Fields): Wrong => {
    return { record: change(record), ...wrongContent(change) }
  }
  const atField =
    (good: string) =>
    async ({ page }: Tab) => {
      const field = page.locator('main [aria-invalid="true"]').first()
      await expect(field).toBeFocused()
      const focused = page.locator(':focus')
      await page.keyboard.type(good)
      await expect(focused).toHaveValue(good)
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
      resolve: saveTheProduct,
    },
    {
      code: 'INVOICE_PRODUCT_NOT_SAVED',
      wrong: bothWrong(firstLine({ productId: null })),
      resolve: saveTheProduct,
    },
    {
      code: 'INVOICE_LINE_PRICE_REQUIRED',
      wrong: bothWrong(firstLine({ unitPrice: 0 })),
      resolve: atField('3000'),
    },
    {
      code: 'INVOICE_LINE_QUANTITY_REQUIRED',
      wrong: bothWrong(firstLine({ quantity: 0 })),
      resolve: atField('2'),
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
        body: (payload) => ({
          ...payload,
          totals: { ...(payload['totals'] as Fields), totalIncludingTax: 1 },
        }),
      },
    },
    { code: 'REQUEST_TOO_LARGE', wrong: wrongContent(() => ({ reference: 'R'.repeat(1_100_000) })) },
    // The disk of the phone lost what it had written.
    { code: 'OPERATION_DAMAGED', wrong: { entry: { bodyHash: '0'.repeat(64) } } },
    { code: 'OPERATION_INVALID', wrong: { body: (payload) => ({ ...payload, saleAt: 'one day' }) } },
    { code: 'OPERATION_REUSED', wrong: { entry: { opId: usedOpId } } },
  ]
}

/** Opens refused work in the editor, corrects it there and sells it. */
async function resolveInEditor(tab: Tab, { code, resolve }: SaleRefusal): Promise<void> {
  const { page, translate: words } = tab
  await clickResolution(tab, findCard(tab, code), code)
  await page.waitForURL(/\/edit-invoice\//, { waitUntil: 'commit' })
  await page.getByText(sentenceOf(code, tab)).first().waitFor()
  await resolve?.(tab)
  await finishSale(page, words)
}

/** Queues sales that the server refuses and corrects each in the editor. Returns how many were sold in all. */
export async function resolveSales(context: RefusalContext, usedOpId: string): Promise<number> {
  const { page } = context.english
  await context.phone.context.setOffline(true)
  await sell(page)
  const model = await findLatestWork(page, 'invoice.submit')
  const refusals = refusalsOf(model.record, usedOpId)
  await insertBrokenWork(
    page,
    model,
    refusals.map(({ wrong }) => wrong),
  )
  await sendUntilRefused(context, refusals.length)
  for (const [tab, part] of splitByLanguage(context, refusals)) {
    for (const refusal of part) {
      await openSyncPage(context, tab)
      await resolveInEditor(tab, refusal)
      context.resolved.add(refusal.code)
    }
  }
  await expectNothingLeft(context)
  return refusals.length + 1
}
