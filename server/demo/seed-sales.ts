import type { Transaction } from 'kysely'
import { fiscalDayOf, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { newPublicReceiptToken } from '#domain/receipts/public-receipt-token.ts'
import { cancelInvoice } from '../services/invoices/cancel-invoice.ts'
import { composeDraft } from '../services/invoices/compose-invoice.ts'
import { numberInvoices } from '../services/invoices/number-invoices.ts'
import { saveInvoice } from '../services/invoices/save-invoice.ts'
import { lockCompanyIdentity } from '../storage/fiscal/identities.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import type { Database } from '../storage/schema.ts'
import { type ChangedRecord, upsertChanges } from '../storage/sync/changes.ts'
import type { DemoCompany } from './demo-companies.ts'
import type { DemoContext } from './demo-context.ts'
import { executionAt } from './execution-at.ts'
import { makeCustomers, makeProducts } from './make-customers.ts'
import { makeSale, type SaleCatalogue } from './make-sale.ts'
import { type PlannedSale, planSales } from './plan-sales.ts'
import { companyIdOf } from './seed-companies.ts'
import { demoId, seededRandom } from './seeded-random.ts'

const BATCH = 50
const DRAFTS = 12
const CANCELED_SHARE = 0.03
const CANCEL_REASONS = ['Mteja amerudisha bidhaa', 'Bei ilikosewa', 'Mteja aliandikwa vibaya'] as const

function saleCatalogueOf(company: DemoCompany): SaleCatalogue {
  const companyId = companyIdOf(company)
  const [first, ...rest] = makeProducts(company, companyId)
  if (first === undefined) throw new Error(`${company.name} has nothing to sell`)
  return {
    products: [first, ...rest],
    customers: makeCustomers(company, companyId),
    vatRegistered: company.vrn !== '',
  }
}

/** Numbers a batch of sales at their own moments, and cancels a few of them some minutes later. */
async function numberBatch(
  demo: DemoContext,
  company: DemoCompany,
  catalogue: SaleCatalogue,
  sales: readonly PlannedSale[],
): Promise<void> {
  await inTransaction(demo.services.db, async (tx) => {
    const scope = { companyId: companyIdOf(company) }
    const identity = await lockCompanyIdentity(tx, scope)
    if (identity === undefined) throw new Error(`${company.name} has no device`)
    const numberings = sales.map(({ index, at }) => {
      const name = `${company.key} ${index}`
      const execution = executionAt(demo, tx, company, at, name)
      const content = makeSale(name, fiscalDayOf(at), catalogue)
      const random = seededRandom(`slip ${name}`)
      const slipToken = newPublicReceiptToken(() => random.draw())
      const body = { invoiceId: demoId(`invoice ${name}`), saleAt: at, slipToken }
      const draft = composeDraft(execution, body, content, catalogue.vatRegistered, undefined)
      return { at, draft, vrn: company.vrn }
    })
    const writtenAt = toInstant(demo.services.clock.now())
    const deps = { tx, scope, encryption: demo.services.encryption }
    const { invoices, changed } = await numberInvoices(deps, identity, numberings, writtenAt)
    const canceled = await cancelSome(demo, tx, company, invoices)
    await upsertChanges(tx, scope, [...changed, ...canceled])
  })
}

async function cancelSome(
  demo: DemoContext,
  tx: Transaction<Database>,
  company: DemoCompany,
  invoices: readonly Invoice[],
): Promise<ChangedRecord[]> {
  const changed: ChangedRecord[] = []
  for (const invoice of invoices) {
    const random = seededRandom(`cancel ${invoice.id}`)
    if (random.draw() >= CANCELED_SHARE) continue
    const at = toInstant(instantMs(invoice.saleAt) + random.between(5, 50) * 60_000)
    const execution = executionAt(demo, tx, company, at, invoice.id)
    const body = { invoiceId: invoice.id, reason: random.pick(CANCEL_REASONS) }
    changed.push(...(await cancelInvoice(execution, body)).changed)
  }
  return changed
}

/**
 * Creates the sales of a company's plan from its stored counter on, so that a seeding that was killed
 * continues.
 */
export async function seedSales(demo: DemoContext, company: DemoCompany): Promise<void> {
  const { services } = demo
  const scope = { companyId: companyIdOf(company) }
  const catalogue = saleCatalogueOf(company)
  const first = await inTransaction(services.db, (tx) => lockCompanyIdentity(tx, scope))
  if (first === undefined) throw new Error(`${company.name} has no device`)
  const now = toInstant(services.clock.now())
  const plan = planSales(
    company.key,
    { from: first.registeredDay, days: company.days, now },
    company.invoices,
  )
  for (let done = first.counter.nextGc - 1; done < plan.length; done += BATCH) {
    await numberBatch(demo, company, catalogue, plan.slice(done, done + BATCH))
  }
}

/** A few drafts of the last days, saved as a phone saves them. */
export async function seedDrafts(demo: DemoContext, company: DemoCompany): Promise<void> {
  const catalogue = saleCatalogueOf(company)
  const nowMs = demo.services.clock.now()
  for (let index = 0; index < DRAFTS; index += 1) {
    const name = `draft ${company.key} ${index}`
    const at = toInstant(nowMs - (index + 1) * 3 * 3_600_000)
    await inTransaction(demo.services.db, async (tx) => {
      const content = makeSale(name, fiscalDayOf(at), catalogue)
      const executed = await saveInvoice(executionAt(demo, tx, company, at, name), {
        invoiceId: demoId(`invoice ${name}`),
        baseRev: 0,
        saleAt: at,
        content: { ...content, lines: [...content.lines], payments: [...content.payments] },
        totals: { ...invoiceTotals(content, catalogue.vatRegistered), perLetter: [] },
      })
      if (executed.changed.length > 0) {
        await upsertChanges(tx, { companyId: companyIdOf(company) }, executed.changed)
      }
    })
  }
}
