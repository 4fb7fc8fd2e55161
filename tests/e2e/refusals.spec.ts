import { RESOLUTIONS } from '#contract/resolutions.ts'
import { openSecondPhone } from '../support/second-phone.ts'
import { expect, test } from './fixtures.ts'
import { resolveAccount, resolveSession } from './refusals/account.ts'
import { resolveAfterSale, resolveUnanswered } from './refusals/after-sale.ts'
import { resolveCustomers, resolveProducts } from './refusals/catalogue.ts'
import { resolveExpenses } from './refusals/expenses.ts'
import { resolveFiles } from './refusals/files.ts'
import {
  resolveChangedElsewhere,
  resolveMissingIdentity,
  resolvePausedNumbering,
} from './refusals/numbering.ts'
import { type RefusalContext, tabOf } from './refusals/refusal-context.ts'
import { resolveSales } from './refusals/sales.ts'
import { resolveConnection, resolveElsewhere } from './refusals/sending.ts'
import { resolveCategories, resolveVendors } from './refusals/vendors.ts'
import { MAIN_TIN, watchLedger } from './steps/ledger.ts'
import { signIn } from './steps/sign-in.ts'
import { openSwahiliTab } from './steps/swahili-tab.ts'

/** Provoked elsewhere: what the authority says, at its simulator, and what waits for refused work, in `repairs.spec.ts`. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'TRA_SIGNATURE_REFUSED',
  'TRA_TIN_REFUSED',
  'TRA_NOT_APPROVED',
  'TRA_UNHANDLED',
  'TRA_SERIAL_REFUSED',
  'TRA_CLIENT_REFUSED',
  'TRA_CERTIFICATE_REFUSED',
  'TRA_REFUSED_OTHER',
  'TRA_RECEIPT_MISSING',
  'TRA_REGISTRATION_ENDED',
  'OPERATION_DEPENDENCY_REFUSED',
  // The phone sends the file again at once; proven with a restored server.
  'FILE_INCOMPLETE',
  // The screen of a disabled person is left at once: `operators.spec.ts`, and the login says why.
  'USER_DISABLED',
  'COMPANY_DISABLED',
  // Only when another phone sold or collected meanwhile: proven in tests/server and tests/commands.
  'CUSTOMER_HAS_INVOICES',
  'PRODUCT_HAS_SALES',
  // A setting of the owner that came while the phone was offline: `tests/server/invoices/unpaid-sales.test.ts`.
  'INVOICE_UNPAID_NOT_ALLOWED',
  'COLLECTION_TOO_MUCH',
  'COLLECTION_NOTHING_OWED',
  'COLLECTION_NOT_FOUND',
  'INVOICE_HAS_COLLECTIONS',
])

test('every refusal of the table comes from server or network, is shown with the entry in English or Swahili, and one tap resolves it (design D3)', async ({
  phone,
  faultProxy: line,
  demo,
  authority,
  owner,
}) => {
  test.setTimeout(1_800_000)
  const { page } = phone
  const { database } = demo
  await signIn(page, 'owner')
  const swahili = await openSwahiliTab(phone, '/sync')
  await expect(swahili.getByRole('heading', { name: 'Kutuma', exact: true })).toBeVisible()
  await page.bringToFront()
  const english = tabOf(page, 'en')
  const tabs = { english, swahili: tabOf(swahili, 'sw'), front: { tab: english } }
  const stage: RefusalContext = { phone, faultProxy: line, ...tabs, resolved: new Set() }
  const number = String(Date.now()).slice(-8)
  const ledger = await watchLedger(authority, owner)
  await test.step('customers', () => resolveCustomers(stage, number))
  const model = await test.step('products', () => resolveProducts(stage, number))
  await test.step('vendors', () => resolveVendors(stage, number))
  await test.step('categories', () => resolveCategories(stage, number))
  const setRules = async (rules: object) => {
    const values = [JSON.stringify(rules), MAIN_TIN]
    await database.run('update companies set settings = $1 where tin = $2', values)
  }
  const expense = await test.step('expenses', () => resolveExpenses(stage, number, setRules))
  await test.step('files', () => resolveFiles(stage, expense))
  const second = await openSecondPhone(demo.url)
  const usedOpId = await test.step('after the sale', () => resolveAfterSale(stage, model, second))
  await test.step('unheard', () => resolveUnanswered(stage))
  const sold = await test.step('sales', () => resolveSales(stage, usedOpId))
  await test.step('changed elsewhere', () => resolveChangedElsewhere(stage, second))
  await test.step('held numbering', () => resolvePausedNumbering(stage, database))
  await test.step('identity', () => resolveMissingIdentity(stage, database))
  await test.step('elsewhere', () => resolveElsewhere(stage, database, model, number))
  await test.step('line', () => resolveConnection(stage, database, number))
  await test.step('account', () => resolveAccount(stage, database, number))
  await test.step('session', () => resolveSession(stage, database, number))
  await test.step('ledger', () => ledger.grownBy(sold + 2))
  const resolvable = Object.entries(RESOLUTIONS)
    .filter(([code, kind]) => kind !== 'at-the-form' && !ELSEWHERE.has(code))
    .map(([code]) => code)
  expect([...stage.resolved].sort()).toEqual([...resolvable].sort())
})
