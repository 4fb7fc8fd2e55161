import { findLatestWork, type QueuedWork } from '../steps/insert-broken-work.ts'
import { newExpense } from '../steps/new-records.ts'
import type { ResolvableCode } from '../steps/refusal-sentences.ts'
import { EDIT_OF_NOTHING, type Fields, resolveForms, TOO_LONG, wrongFields } from './forms.ts'
import type { RefusalContext } from './refusal-context.ts'

/** An expense of Tsh 4,500 with VAT in it at another rate, or paid otherwise. */
function inclusive(rate: number, paid: number) {
  return {
    amountType: 'INCLUSIVE',
    items: [{ description: 'WATER', quantity: 1000, unitAmount: 450_000, taxType: 'standard', rate }],
    payments: [{ method: 'CASH', amount: paid }],
  }
}

const CODE = 'Receipt code'
const NOBODY = { name: '', taxNumber: '', vatNumber: '', phone: '', serial: '' }
/** Fits every rule for receipt codes. */
const codeOf = (number: string, next: number) => String(Number(`9${number}`) + next)

/**
 * The same for expenses, under each rule that a company may have for its receipts. Returns a valid one, as it
 * was queued.
 */
export async function resolveExpenses(
  context: RefusalContext,
  number: string,
  setRules: (rules: object) => Promise<void>,
): Promise<QueuedWork> {
  const { page } = context.english
  await context.phone.context.setOffline(true)
  await newExpense(page, codeOf(number, 0))
  const model = await findLatestWork(page, 'expense.save')
  let next = 0
  const expense = (change: Fields) => {
    next += 1
    return wrongFields({ receiptCode: codeOf(number, next), ...change })
  }
  const item = { description: 'WATER', quantity: 1000, unitAmount: 450_000, taxType: 'standard', rate: 0 }
  const vendor = { name: 'Duka la Maji', taxNumber: '1234', vatNumber: '1234', phone: '12', serial: '123' }
  const at = (code: ResolvableCode, field: string, good?: string) => ({ code, field, ...(good && { good }) })
  const [TAX, VAT, SERIAL] = ["Vendor's TIN", "Vendor's VRN", 'Serial number'] as const
  await resolveForms(context, model, [
    {
      wrong: expense({
        receiptCode: 'AB',
        vendor,
        day: '2031-01-01',
        time: '25:99',
        amountType: 'INCLUSIVE',
        items: [{ ...item, description: 'ab', unitAmount: 0, rate: 1700 }],
      }),
      expected: [
        at('EXPENSE_CODE_FREE', CODE, codeOf(number, 101)),
        at('EXPENSE_DATE_AHEAD', 'Date', '2026-11-20'),
        at('EXPENSE_TIME_INVALID', 'Time', '10:00'),
        at('VENDOR_TAX_NUMBER_EXACT', TAX, '123456789'),
        at('VENDOR_VAT_NUMBER_EXACT', VAT, '12345678A'),
        at('VENDOR_PHONE_INVALID', "Vendor's phone number", '0700000101'),
        at('VENDOR_SERIAL_SHORT', SERIAL, '10TZ100100'),
        at('EXPENSE_DESCRIPTION_LENGTH', 'Note', 'Maji ya duka'),
        at('EXPENSE_AMOUNT_NOT_POSITIVE', 'Amount', '4500'),
        at('EXPENSE_RATE_UNKNOWN', 'Tax type', 'standard'),
      ],
    },
    {
      // The phone would not show a category that there is not.
      wrong: {
        ...expense({
          day: '2026-13-45',
          time: '',
          category: 'GIFTS',
          vendor: { ...NOBODY, name: TOO_LONG(101) },
        }),
        record: { receiptCode: codeOf(number, 100), day: '2026-13-45', time: '' },
      },
      expected: [
        at('EXPENSE_DATE_INVALID', 'Date', '2026-11-20'),
        at('EXPENSE_TIME_REQUIRED', 'Time', '10:00'),
        at('EXPENSE_CATEGORY_REQUIRED', 'Category', 'WATER'),
        at('VENDOR_NAME_TOO_LONG', 'Vendor', 'Duka la Maji'),
      ],
    },
    {
      wrong: expense({ receiptCode: codeOf(number, 0) }),
      expected: [at('EXPENSE_CODE_REGISTERED', CODE, codeOf(number, 102))],
    },
    {
      wrong: expense({
        ...inclusive(1800, 1),
        amountType: 'EXCLUSIVE',
        items: [{ ...item, unitAmount: 99_999_999_900, rate: 1800 }],
      }),
      expected: [at('EXPENSE_TOTAL_TOO_LARGE', 'Amount', '4500')],
    },
    { wrong: expense(inclusive(1800, 1)), expected: [at('EXPENSE_PAYMENTS_DIFFER', '')] },
    {
      wrong: expense({ payments: [{ method: 'CASH', amount: 1 }] }),
      expected: [at('EXPENSE_PAYMENTS_DIFFER_NO_VAT', '')],
    },
    { wrong: EDIT_OF_NOTHING, expected: 'EXPENSE_NOT_FOUND' },
  ])
  // The rules of the company were changed while this phone was away: it still knows the old ones.
  await setRules({
    expenseReceiptCodeManual: 'tra',
    vendorTaxNumber: 'min9',
    vendorVatNumber: 'min9',
    vendorSerial: 'max10',
  })
  await resolveForms(context, model, [
    {
      wrong: expense({ receiptCode: 'LPO17', vendor: { ...vendor, phone: '', serial: '10TZ1001001' } }),
      expected: [
        at('EXPENSE_CODE_TRA', CODE, codeOf(number, 103)),
        at('VENDOR_TAX_NUMBER_SHORT', TAX, '123456789'),
        at('VENDOR_VAT_NUMBER_SHORT', VAT, '12345678A'),
        at('VENDOR_SERIAL_LONG', SERIAL, '10TZ100100'),
      ],
    },
  ])
  for (const [rule, code, next] of [
    ['alnum9', 'EXPENSE_CODE_ALNUM9', 104],
    ['digits9', 'EXPENSE_CODE_DIGITS9', 105],
  ] as const) {
    await setRules({ expenseReceiptCodeManual: rule })
    const wrong = expense({ receiptCode: 'LPO17' })
    await resolveForms(context, model, [{ wrong, expected: [at(code, CODE, codeOf(number, next))] }])
  }
  await setRules({})
  return model
}
