import { toCents } from '#domain/money/cents.ts'
import { amountText } from '#domain/money/money-text.ts'
import { expect, test } from './fixtures.ts'
import { watchLedger } from './steps/ledger.ts'
import { connectionStatus, expectAllSent, expectStatus } from './steps/outbox.ts'
import { readPaper, readPortal } from './steps/receipt.ts'
import { type Sale, SMALL_SALE, sell } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'

/** Standard rate with a discount and exempted goods (spec §5: discounts per line; §9: tax types), paid in two ways. */
const MIXED_SALE: Sale = {
  items: [
    { name: 'Soda', quantity: '3', price: '1,180', discount: '12.5' },
    { name: 'Mchele', quantity: '2.5', price: '3,000' },
  ],
  payments: [{ type: 'Cash', amount: '5,000' }, { type: 'Mobile money' }],
  reference: 'ORDER-77',
}

test('three invoices written offline survive a reload and come back as three receipts that the authority shows alike', async ({
  newPhone,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { page, context } = await newPhone({ moving: true })
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  await context.setOffline(true)
  await expect(connectionStatus(page)).toHaveText('You are offline')

  const ids = [await sell(page, MIXED_SALE), await sell(page), await sell(page, { items: SMALL_SALE.items })]
  await page.reload()
  await expect(page.getByRole('link', { name: /^3 waiting/ })).toBeVisible()
  for (const id of ids) {
    await page.goto(`/invoice/${id}`)
    await expect(page.getByText('Waiting to send').first()).toBeVisible()
    await expect(page.getByText('Not a fiscal receipt').first()).toBeVisible()
  }

  const attempts = line.seen.length
  await page.evaluate(() => {
    addEventListener('online', () => {
      if (navigator.onLine && !Reflect.has(window, 'onlineAt')) Reflect.set(window, 'onlineAt', Date.now())
    })
  })
  await context.setOffline(false)
  const firstPush = () => line.seen.slice(attempts).find(({ path }) => path.includes('/sync/push'))
  await expect.poll(() => firstPush() !== undefined).toBe(true)
  // From when the phone heard of it to when the push arrived, not when this process had time for either.
  const onlineAt = await page.evaluate(() => Number(Reflect.get(window, 'onlineAt')))
  expect((firstPush()?.at ?? Number.POSITIVE_INFINITY) - onlineAt).toBeLessThan(2_000)
  const receipts = await ledger.grownBy(3)
  await expectAllSent(page)

  const papers = []
  for (const id of ids) {
    await expectStatus(page, id, 'Issued')
    const paper = await readPaper(page)
    expect(paper.qrText).toBe(paper.verifyUrl)
    papers.push(paper)

    const receipt = receipts.find(({ rctvnum }) => rctvnum === paper.code)
    if (!receipt) throw new Error(`the ledger has no ${paper.code}`)
    const money = (cents: number) => amountText(toCents(cents), true)
    expect(paper.figures).toMatchObject({
      total: money(receipt.totalInclCents),
      tax: money(receipt.vatTotals.reduce((sum, { taxCents }) => sum + taxCents, 0)),
      excluding: money(receipt.totalExclCents),
      discount: receipt.discountCents === 0 ? undefined : money(receipt.discountCents),
      number: String(receipt.gc),
      z: `${receipt.dc}/${receipt.znum}`,
    })
    expect(paper.heading).toBe(receipt.totalInclCents)

    const shown = await readPortal(page, paper.verifyUrl)
    expect(shown).toEqual({ code: paper.code, figures: paper.figures })

    await page.emulateMedia({ media: 'print' })
    expect(await readPaper(page)).toEqual(paper)
    await page.emulateMedia({ media: null })
  }
  // Numbers follow the order in which the shop submitted (design: one lane per invoice, sent in order of writing).
  expect(papers.map(({ code }) => code)).toEqual(receipts.map(({ rctvnum }) => rctvnum))
  expect(receipts[0]?.payments).toEqual([
    { type: 'CASH', cents: 500_000 },
    { type: 'EMONEY', cents: 559_750 },
  ])
  expect(receipts[2]?.payments.map(({ type }) => type)).toEqual(['INVOICE'])
})
