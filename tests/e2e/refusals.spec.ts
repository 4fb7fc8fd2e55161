import { ERROR_CODES } from '#contract/error-codes.ts'
import { REPAIRS } from '#contract/repairs.ts'
import { bringSecondPhone } from '../support/second-phone.ts'
import { mendAccount, mendSession } from './refusals/account.ts'
import { mendAfterSale, mendUnheard } from './refusals/after-sale.ts'
import { mendCustomers, mendProducts } from './refusals/catalogue.ts'
import { mendExpenses } from './refusals/expenses.ts'
import { mendFiles } from './refusals/files.ts'
import { mendChangedElsewhere, mendHeldNumbering, mendMissingIdentity } from './refusals/numbering.ts'
import { mendSales } from './refusals/sales.ts'
import { mendElsewhere, mendLine } from './refusals/sending.ts'
import { type Stage, tabOf } from './refusals/stage.ts'
import { MAIN_TIN, watchLedger } from './steps/ledger.ts'
import { signIn } from './steps/sign-in.ts'
import { openSwahiliTab } from './steps/swahili-tab.ts'
import { expect, test } from './world.ts'

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
])

test('every refusal of the table comes from the server or the line, is told where work waits, in English or in Swahili, and is mended through the screen with one touch (design D3)', async ({
  phone,
  line,
  demo,
  authority,
  owner,
}) => {
  test.setTimeout(300_000)
  const { page } = phone
  const { database } = demo
  await signIn(page, 'owner')
  const swahili = await openSwahiliTab(phone, '/sync')
  await expect(swahili.getByRole('heading', { name: 'Kutuma', exact: true })).toBeVisible()
  await page.bringToFront()
  const english = tabOf(page, 'en')
  const tabs = { english, swahili: tabOf(swahili, 'sw'), front: { tab: english } }
  const stage: Stage = { phone, line, ...tabs, mended: new Set() }
  const number = String(Date.now()).slice(-8)
  const ledger = await watchLedger(authority, owner)
  await test.step('customers', () => mendCustomers(stage, number))
  const model = await test.step('products', () => mendProducts(stage, number))
  const setRules = async (rules: object) => {
    const values = [JSON.stringify(rules), MAIN_TIN]
    await database.run('update companies set settings = $1 where tin = $2', values)
  }
  const expense = await test.step('expenses', () => mendExpenses(stage, number, setRules))
  await test.step('files', () => mendFiles(stage, expense))
  const second = await bringSecondPhone(demo.url)
  const usedOpId = await test.step('after the sale', () => mendAfterSale(stage, model, second))
  await test.step('unheard', () => mendUnheard(stage))
  const sold = await test.step('sales', () => mendSales(stage, usedOpId))
  await test.step('changed elsewhere', () => mendChangedElsewhere(stage, second))
  await test.step('held numbering', () => mendHeldNumbering(stage, database))
  await test.step('identity', () => mendMissingIdentity(stage, database))
  await test.step('elsewhere', () => mendElsewhere(stage, database, model, number))
  await test.step('line', () => mendLine(stage, database, number))
  await test.step('account', () => mendAccount(stage, database, number))
  await test.step('session', () => mendSession(stage, database, number))
  await test.step('ledger', () => ledger.grownBy(sold + 2))
  const mended = ERROR_CODES.filter((code) => REPAIRS[code] !== 'at-the-form' && !ELSEWHERE.has(code))
  expect([...stage.mended].sort()).toEqual([...mended].sort())
})
