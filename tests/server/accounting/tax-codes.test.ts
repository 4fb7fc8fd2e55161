import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountingEntry, AccountingSettings } from '#contract/accounting-endpoints.ts'
import { ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { upsertLawRate } from '#server/storage/fiscal/law-rates.ts'
import { voidIn } from './book-ledger.ts'
import {
  type Books,
  type Bookshop,
  bookedIn,
  canceled,
  connect,
  openBookshop,
  organizationOf,
  receiptOf,
  refunded,
  startBooks,
  TODAY,
} from './bookkeeping.ts'
import { openWritingShop } from './start-writing.ts'

describe.each(ACCOUNTING_PROVIDERS)('%s: the tax of the books is that of the receipt', (provider) => {
  let books: Books
  beforeAll(async () => {
    books = await startBooks()
  })
  afterAll(async () => await books.stop())

  const settingsOf = async (shop: Bookshop) =>
    (await shop.call('accounting.settings', { provider })).body as AccountingSettings
  const entryOf = async (shop: Bookshop, invoiceId: string) => {
    const { body } = await shop.call('accounting.log', { provider, only: 'all' })
    return (body as { entries: AccountingEntry[] }).entries.find((one) => one.invoiceId === invoiceId)
  }
  const sendAgain = async (shop: Bookshop, invoiceId: string) => {
    await shop.call('accounting.settle', { provider, invoiceId, action: 'send-again' })
    await shop.drain()
  }
  /** Chooses the tax of the books with this rate for standard sales, and saves. */
  const chooseStandard = async (shop: Bookshop, rate: number) => {
    const { mapping, taxes, used } = await settingsOf(shop)
    const choiceFor = (wanted: number) => taxes.find((tax) => tax.rate === wanted)?.id ?? ''
    const chosen = Object.fromEntries(used.map(({ tax }) => [tax, mapping.taxes[tax] || choiceFor(0)]))
    const all = { ...mapping.taxes, ...chosen, standard: choiceFor(rate) }
    return await shop.call('accounting.save-mapping', { provider, mapping: { ...mapping, taxes: all } })
  }
  /** Lets the books compute 18 % taxes with another rate, without saying so. */
  const setRate = (percent: number) => {
    const [organization, company] = [books.xero.organizations[0], books.quickbooks.companies[0]]
    if (!organization || !company) throw new Error('no books')
    const taxRates = organization.taxRates.map((tax) =>
      tax.TaxType === 'TAX001' ? { ...tax, EffectiveRate: percent } : tax,
    )
    const rates = company.taxRates.map((tax) => (tax.Id === '9' ? { ...tax, RateValue: percent } : tax))
    Object.assign(organization, { taxRates })
    Object.assign(company, { taxRates: rates, honoursTax: percent === 18 })
  }
  /** A person adds another tax to the books. */
  const addRate = (percent: number, mark = '') => {
    const [organization, company] = [books.xero.organizations[0], books.quickbooks.companies[0]]
    if (!organization || !company) throw new Error('no books')
    const [first] = organization.taxRates
    const added = {
      ...{
        ...first,
        TaxType: `TAX1${percent}${mark}`,
        Name: `VAT on sales ${percent}%`,
        EffectiveRate: percent,
      },
    }
    Object.assign(organization, { taxRates: [...organization.taxRates, added] })
    const rate = { Id: `9${percent}${mark}`, Name: `VAT ${percent}%`, RateValue: percent }
    const code = { Id: `8${percent}${mark}`, Name: `${percent}% VAT`, rate: rate.Id }
    Object.assign(company, {
      taxRates: [...company.taxRates, rate],
      taxCodes: [...company.taxCodes, code],
    })
  }
  /** A person deletes every tax of a rate there. */
  const dropRate = (percent: number) => {
    const [organization, company] = [books.xero.organizations[0], books.quickbooks.companies[0]]
    if (!organization || !company) throw new Error('no books')
    Object.assign(organization, {
      taxRates: organization.taxRates.filter((tax) => tax.EffectiveRate !== percent),
    })
    const taxRates = company.taxRates.filter((tax) => tax.RateValue !== percent)
    const taxCodes = company.taxCodes.filter(({ rate }) => taxRates.some(({ Id }) => Id === rate))
    Object.assign(company, { taxRates, taxCodes })
  }
  const correctTax = (number: string, tax: number) => {
    const lists = [books.xero.organizations[0]?.invoices ?? [], books.quickbooks.companies[0]?.sales ?? []]
    for (const one of lists.flat()) if (one.number === number) Object.assign(one, { tax })
  }

  test('what was written with another tax stays with the person until it agrees, also after Send again', async () => {
    const shop = await openWritingShop(books, provider)
    const sale = () => receiptOf(shop.companyId, [[11_600, 1000, 'standard']])
    const [one, gone, again] = [sale(), sale(), sale()]
    setRate(16)
    await shop.store(one, gone, again)
    await shop.drain()
    const { payments } = bookedIn(books, provider)
    expect(await entryOf(shop, one.id)).toMatchObject({ state: 'attention', problem: 'total' })
    await sendAgain(shop, one.id)
    expect(await entryOf(shop, one.id)).toMatchObject({ state: 'attention', problem: 'total' })
    expect(bookedIn(books, provider).payments).toBe(payments)
    correctTax(one.receipt.rctvnum, one.totals.totalVat)
    await sendAgain(shop, one.id)
    expect(await entryOf(shop, one.id)).toMatchObject({ state: 'done', problem: null })
    expect(bookedIn(books, provider).payments).toBe(payments + 2)
    // A canceled one is voided, whatever its tax is there.
    await shop.store(canceled({ ...gone, rev: 2 }))
    await shop.drain()
    await sendAgain(shop, gone.id)
    expect(await entryOf(shop, gone.id)).toMatchObject({ state: 'done' })
    expect(bookedIn(books, provider).numbers).not.toContain(gone.receipt.rctvnum)
    setRate(18)
    if (provider === 'xero') {
      // One that the person voided there is written again.
      const wrong = books.xero.organizations[0]?.invoices.find(
        ({ number }) => number === again.receipt.rctvnum,
      )
      voidIn(books, provider, wrong?.id ?? '')
      await sendAgain(shop, again.id)
      expect(await entryOf(shop, again.id)).toMatchObject({ state: 'done' })
      expect(bookedIn(books, provider).tax).toBe(one.totals.totalVat + again.totals.totalVat)
    }
    expect([...books.xero.violations, ...books.quickbooks.violations]).toEqual([])
    await shop.call('accounting.disconnect', { provider })
  })

  test('a company that registers for VAT: nothing is sent before the taxes are chosen, then by itself', async () => {
    const shop = await openBookshop(books, provider)
    const setVrn = async (vrn: string) =>
      await books.server.services.db
        .updateTable('companies')
        .set({ vrn })
        .where('id', '=', shop.companyId)
        .execute()
    await setVrn('')
    await connect(shop, provider, organizationOf(books, provider))
    const { mapping } = await settingsOf(shop)
    expect(mapping.taxes).toMatchObject({ standard: '' })
    await shop.call('accounting.save-mapping', { provider, mapping })
    await shop.call('accounting.start', { provider, since: TODAY })
    await setVrn('40012345A')
    const before = bookedIn(books, provider)
    const sales = ['Neema', 'Juma'].map((customer) =>
      receiptOf(shop.companyId, [[11_800, 1000, 'standard']], { customer: `${customer} ${provider}` }),
    )
    await shop.store(...sales)
    await shop.drain()
    for (const { id } of sales)
      expect(await entryOf(shop, id)).toMatchObject({ state: 'attention', problem: 'mapping', detail: '' })
    expect(bookedIn(books, provider)).toEqual(before)
    expect((await chooseStandard(shop, 1800)).status).toBe(200)
    await shop.drain()
    for (const { id } of sales) expect(await entryOf(shop, id)).toMatchObject({ state: 'done' })
    expect(bookedIn(books, provider).tax - before.tax).toBe(3_600)
    await shop.call('accounting.disconnect', { provider })
  })

  test('receipts from before a registration for VAT have a field for their tax, and are sent once it is chosen', async () => {
    const shop = await openWritingShop(books, provider)
    const sale = receiptOf(shop.companyId, [[11_800, 1000, 'standard']], {
      ...{ customer: `Asha ${provider}`, vatRegistered: false },
    })
    await shop.store(sale)
    await shop.drain()
    expect(await entryOf(shop, sale.id)).toMatchObject({ state: 'attention', problem: 'mapping' })
    const { mapping, taxes, used, earlier } = await settingsOf(shop)
    expect(used.map(({ tax }) => tax)).not.toContain('none')
    expect(earlier).toEqual([{ tax: 'none', rate: 0, id: '' }])
    const none = taxes.find(({ rate }) => rate === 0)?.id ?? ''
    const save = async (id: string) => {
      const answer = await shop.call('accounting.save-mapping', {
        ...{ provider, mapping, earlier: [{ tax: 'none' as const, rate: toBasisPoints(0), id }] },
      })
      await shop.drain()
      return answer
    }
    // Books without such a tax do not stop the other choices.
    expect((await save('')).status).toBe(200)
    expect((await shop.call('accounting.preview', { provider, since: TODAY })).status).toBe(200)
    expect(await entryOf(shop, sale.id)).toMatchObject({ state: 'attention', problem: 'mapping' })
    const before = bookedIn(books, provider)
    expect((await save(none)).status).toBe(200)
    expect(await entryOf(shop, sale.id)).toMatchObject({ state: 'done' })
    expect(bookedIn(books, provider).tax).toBe(before.tax)
    expect([...books.xero.violations, ...books.quickbooks.violations]).toEqual([])
    await shop.call('accounting.disconnect', { provider })
  })

  test('receipts of earlier rates have a field for each rate, and are sent once it is chosen', async () => {
    const shop = await openWritingShop(books, provider)
    const sale = (rate: number) =>
      receiptOf(shop.companyId, [[11_800, 1000, 'standard']], { customer: `Asha ${provider}`, rate })
    const [older, other, today] = [sale(1500), sale(2000), sale(1800)]
    await shop.store(older, other, today)
    await shop.drain()
    const stateOf = async (invoiceId: string) => (await entryOf(shop, invoiceId))?.state
    expect([await stateOf(older.id), await stateOf(other.id), await stateOf(today.id)]).toEqual([
      ...['attention', 'attention', 'done'],
    ])
    const { mapping, taxes, used, earlier } = await settingsOf(shop)
    expect(used.filter(({ tax }) => tax === 'standard')).toEqual([{ tax: 'standard', rate: 1800 }])
    expect([...earlier].sort((one, two) => one.rate - two.rate)).toEqual([
      { tax: 'standard', rate: 1500, id: '' },
      { tax: 'standard', rate: 2000, id: '' },
    ])
    const idOf = (wanted: number, offered = taxes) => offered.find(({ rate }) => rate === wanted)?.id ?? ''
    const save = async (chosen: AccountingSettings['earlier']) => {
      const answer = await shop.call('accounting.save-mapping', { provider, mapping, earlier: chosen })
      await shop.drain()
      return answer
    }
    const at = (id: string) => ({ tax: 'standard' as const, rate: toBasisPoints(1500), id })
    expect(await save([at(idOf(1800))])).toMatchObject({
      ...{ status: 422, body: { fields: [{ path: 'earlier.standard.1500', code: 'ACC_MAPPING' }] } },
    })
    // The books have no such tax yet: the other choices can be saved.
    expect((await save([at('')])).status).toBe(200)
    expect(await stateOf(older.id)).toBe('attention')
    addRate(15)
    const before = bookedIn(books, provider)
    expect((await save([at(idOf(1500, (await settingsOf(shop)).taxes))])).status).toBe(200)
    expect([await stateOf(older.id), await stateOf(other.id)]).toEqual(['done', 'attention'])
    expect(bookedIn(books, provider).tax - before.tax).toBe(older.totals.totalVat)
    // Each receipt is foreseen with the tax of its day; the one that waits for a choice is none of them.
    const preview = (await shop.call('accounting.preview', { provider, since: TODAY })).body
    expect(preview).toMatchObject({ equal: true, samples: [{}, {}] })
    // A choice that was made can be changed.
    const made = idOf(1500, (await settingsOf(shop)).taxes)
    expect((await settingsOf(shop)).earlier).toEqual([
      { tax: 'standard', rate: 2000, id: '' },
      { tax: 'standard', rate: 1500, id: made },
    ])
    // An app from before sends no such choices: those that were made stay.
    await shop.call('accounting.save-mapping', { provider, mapping })
    const again = sale(1500)
    await shop.store(again)
    await shop.drain()
    expect(await stateOf(again.id)).toBe('done')
    // The tax is deleted there and made once more: the receipts go out with the one that is chosen then.
    dropRate(15)
    const late = sale(1500)
    await shop.store(late)
    await shop.drain()
    expect(await entryOf(shop, late.id)).toMatchObject({ state: 'attention', problem: 'mapping' })
    expect((await settingsOf(shop)).earlier).toContainEqual({ tax: 'standard', rate: 1500, id: '' })
    addRate(15, 'B')
    const next = idOf(1500, (await settingsOf(shop)).taxes)
    expect(next).not.toBe(made)
    expect((await save([at(next)])).status).toBe(200)
    expect(await stateOf(late.id)).toBe('done')
    expect((await settingsOf(shop)).earlier).toContainEqual({ tax: 'standard', rate: 1500, id: next })
    expect([...books.xero.violations, ...books.quickbooks.violations]).toEqual([])
    await shop.call('accounting.disconnect', { provider })
  })

  test('a new rate of the law: nothing is sent with the tax of the old rate; refunds of older receipts keep theirs', async () => {
    const shop = await openWritingShop(books, provider)
    const old = receiptOf(shop.companyId, [[11_800, 2000, 'standard']])
    await shop.store(old)
    await shop.drain()
    const before = bookedIn(books, provider)
    const { db, clock } = books.server.services
    const law = { taxType: 'standard', rate: toBasisPoints(1600), validFrom: TODAY } as const
    await upsertLawRate(db, law, { by: randomUUID(), at: toInstant(clock.now()) })
    const sale = receiptOf(shop.companyId, [[11_600, 1000, 'standard']], {
      ...{ customer: `Rehema ${provider}`, rate: 1600 },
    })
    await shop.store(sale)
    await shop.drain()
    expect(await entryOf(shop, sale.id)).toMatchObject({ state: 'attention', problem: 'mapping' })
    expect(bookedIn(books, provider)).toEqual(before)
    addRate(16)
    expect((await chooseStandard(shop, 1600)).status).toBe(200)
    expect(Object.keys((await settingsOf(shop)).mapping).sort()).toEqual(
      ['income', 'payments', 'taxes', 'walkIn'].sort(),
    )
    const stored = await shop.read(old.id)
    if (stored.status !== 'issued') throw new Error('not issued')
    await shop.store(refunded(stored, 1000, 1))
    await shop.drain()
    expect(await entryOf(shop, sale.id)).toMatchObject({ state: 'done' })
    expect(await entryOf(shop, old.id)).toMatchObject({ state: 'done' })
    const after = bookedIn(books, provider)
    expect(after.tax - before.tax).toBe(1_600)
    expect(after.creditedTax - before.creditedTax).toBe(1_800)
    expect([...books.xero.violations, ...books.quickbooks.violations]).toEqual([])
    await shop.call('accounting.disconnect', { provider })
  })
})
