import {
  addDays,
  type FiscalDay,
  fiscalDayOf,
  fiscalTimeOf,
  type Instant,
} from '#domain/calendar/east-africa.ts'
import type { UncheckedExpense } from '#domain/expenses/check-expense.ts'
import type { ExpenseAmountType, ExpenseCategory, ExpenseMethod } from '#domain/expenses/expense.ts'
import { expenseFromForm } from '#domain/expenses/expense-from-form.ts'
import { toCents } from '#domain/money/cents.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { DEFAULT_RATES } from '#domain/tax/rate-table.ts'
import { seededRandom } from './seeded-random.ts'

type Vendor = { readonly name: string; readonly taxNumber: string; readonly vatNumber: string }

/** A thing a small shop spends money on: how often, on what, for how much (shillings), and how it is paid. */
type ExpenseTemplate = {
  readonly category: ExpenseCategory
  readonly share: number
  readonly notes: readonly [string, ...string[]]
  readonly min: number
  readonly max: number
  readonly amountType: ExpenseAmountType
  readonly method: ExpenseMethod
  readonly vendor: Vendor
}

const nobody: Vendor = { name: '', taxNumber: '', vatNumber: '' }
const wholesaler: Vendor = { name: 'Jumla Mfano Traders', taxNumber: '999000801', vatNumber: '99000801Z' }
const station: Vendor = { name: 'Kituo cha Mafuta Mfano', taxNumber: '999000802', vatNumber: '99000802Z' }
const paper: Vendor = { name: 'Karatasi Mfano Suppliers', taxNumber: '999000803', vatNumber: '' }
const driver: Vendor = { name: 'Usafiri Mfano', taxNumber: '999000804', vatNumber: '' }
const named = (name: string): Vendor => ({ ...nobody, name })

function expenseTemplate(
  category: ExpenseCategory,
  share: number,
  [min, max]: readonly [number, number],
  notes: ExpenseTemplate['notes'],
  vendor: Vendor,
  amountType: ExpenseAmountType = 'NO_TAX',
  method: ExpenseMethod = 'CASH',
): ExpenseTemplate {
  return { category, share, min, max, notes, vendor, amountType, method }
}

const EXPENSE_TEMPLATES: readonly [ExpenseTemplate, ...ExpenseTemplate[]] = [
  expenseTemplate(
    'STOCK',
    80,
    [150_000, 900_000],
    ['Sukari na unga', 'Mafuta ya kupikia', 'Sabuni'],
    wholesaler,
    'INCLUSIVE',
    'BANK',
  ),
  expenseTemplate('TRANSPORT', 90, [5_000, 45_000], ['Kubeba mizigo', 'Bodaboda kwenda sokoni'], driver),
  expenseTemplate(
    'FUEL',
    45,
    [20_000, 120_000],
    ['Dizeli ya gari', 'Petroli ya jenereta'],
    station,
    'NO_TAX',
    'EMONEY',
  ),
  expenseTemplate(
    'ELECTRICITY',
    40,
    [10_000, 80_000],
    ['Umeme wa LUKU'],
    named('Umeme Mfano'),
    'INCLUSIVE',
    'EMONEY',
  ),
  expenseTemplate('WATER', 20, [8_000, 35_000], ['Ankara ya maji'], named('Maji Mfano'), 'NO_TAX', 'EMONEY'),
  expenseTemplate(
    'TELECOM',
    35,
    [5_000, 30_000],
    ['Kifurushi cha intaneti', 'Muda wa maongezi'],
    named('Simu Mfano'),
    'INCLUSIVE',
    'EMONEY',
  ),
  expenseTemplate('MEALS', 40, [3_000, 15_000], ['Chakula cha wafanyakazi'], nobody),
  expenseTemplate(
    'OFFICE',
    20,
    [5_000, 60_000],
    ['Karatasi za risiti', 'Kalamu na daftari'],
    paper,
    'INCLUSIVE',
  ),
  expenseTemplate(
    'REPAIRS',
    15,
    [10_000, 150_000],
    ['Kurekebisha jokofu', 'Fundi wa mlango'],
    named('Fundi Mfano'),
  ),
  expenseTemplate(
    'BANK_FEES',
    25,
    [1_000, 12_000],
    ['Ada ya kutoa pesa'],
    named('Benki Mfano'),
    'NO_TAX',
    'BANK',
  ),
  expenseTemplate('OTHER', 10, [2_000, 50_000], ['Usafi wa mtaa', 'Mchango wa soko'], nobody),
]
const RENT = expenseTemplate(
  'RENT',
  0,
  [450_000, 450_000],
  ['Kodi ya duka'],
  named('Nyumba Mfano'),
  'NO_TAX',
  'BANK',
)
const WAGES = expenseTemplate(
  'SALARIES',
  0,
  [280_000, 280_000],
  ['Mshahara wa msaidizi'],
  nobody,
  'NO_TAX',
  'CASH',
)

/** The habit of an expense: rent at the beginning of a month, wages at its end, in between what comes. */
function pickTemplate(name: string, day: FiscalDay, first: boolean): ExpenseTemplate {
  if (first && day.endsWith('-01')) return RENT
  if (first && addDays(day, 1).endsWith('-01')) return WAGES
  const random = seededRandom(`habit ${name}`)
  let left = random.draw() * EXPENSE_TEMPLATES.reduce((sum, { share }) => sum + share, 0)
  for (const template of EXPENSE_TEMPLATES) {
    left -= template.share
    if (left < 0) return template
  }
  return EXPENSE_TEMPLATES[0]
}

/**
 * One invented expense at a moment, the same for the same name; `number` counts the company's expenses and `first` is
 * the first of its day. Written as the quick form writes it, so that its totals are the rules' own.
 */
export function makeExpense(name: string, at: Instant, number: number, first: boolean): UncheckedExpense {
  const random = seededRandom(`expense ${name}`)
  const day = fiscalDayOf(at)
  const { vendor, notes, min, max, category, amountType, method } = pickTemplate(name, day, first)
  const step = max > 50_000 ? 500 : 50
  const shillings = Math.round(random.between(min, max) / step) * step
  // Those who have a tax number give receipts of the authority; the market and the helper give none.
  const hasReceipt = vendor.taxNumber !== '' && random.draw() < 0.9
  return expenseFromForm(
    {
      amount: toCents(shillings * 100),
      category,
      vendorName: vendor.name,
      vendorTaxNumber: vendor.taxNumber,
      day,
      time: fiscalTimeOf(at).slice(0, 5),
      receiptCode: hasReceipt ? `TEST00${1000 + number}` : '',
      note: random.pick(notes),
      method,
      amountType,
      taxType: 'standard',
    },
    { rates: DEFAULT_RATES, settings: DEFAULT_SETTINGS },
    { vendor: { ...vendor, phone: '', serial: '' } },
  )
}
